/**
 * Lets the portal's page ask for what the app is going to ask for while it asks for the app, and not after the app has found out: the texts in the
 * language chosen on this device, to anyone who is signed in a home's code and texts, and elsewhere the lists of all pages and texts. On a phone that is a whole round trip.
 * Anyone who is signed in also sees the frame their page is going to stand in before there is an app that could draw it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { routeTable } from '../src/app/routes';

/** With which word the addresses of pages inside the frame begin; no other page does (FirstFrame.tsx decides by the whole table). */
const wordOf = (path: string) => path.split('/')[1]?.toLowerCase();
const isOutside = (word: string | undefined) =>
  routeTable.some((row) => !row.meta.authRequired && wordOf(row.path) === word);
const inside = new Set(routeTable.filter((row) => row.meta.authRequired).map((row) => wordOf(row.path)));
const framed = [...inside].filter((word) => !isOutside(word));

const frameFile = join(import.meta.dirname, '../src/app/layout/frame.html');
const homes = ['employee', 'manager'] as const;

export function firstFiles(nonce: string): Plugin {
  return {
    name: 'first-files',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle, filename }) {
        if (bundle === undefined || !filename.endsWith('index.html')) return;
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const has = (path: RegExp) => (chunk: Rollup.OutputChunk) => chunk.moduleIds.some((id) => path.test(id));
        const fileWith = (path: RegExp) => {
          const chunk = chunks.find(has(path));
          if (chunk === undefined) throw new Error(`nothing was built of ${path}`);
          return `/${chunk.fileName}`;
        };
        const inBoth = (file: (language: string) => string) => ({ en: file('en'), es: file('es') });
        const texts = inBoth((language) => fileWith(new RegExp(`[\\\\/]app\\.${language}\\.json$`)));
        const ofHomes = Object.fromEntries(
          homes.map((home) => [
            `/${home}/home`,
            {
              code: [fileWith(/HomeGrid\.tsx$/), fileWith(new RegExp(`${home}-cards\\.ts$`))],
              texts: inBoth((language) => fileWith(new RegExp(`home-texts/${home}\\.${language}$`))),
            },
          ]),
        );
        const elsewhere = [/page-files\.ts$/, /part-files\.ts$/].map(fileWith);
        // Which languages the browser can write dates in is a long list that it makes once, for the first date: better while it waits for files.
        // React makes five errors as it starts, to have them at hand. Where someone measures, or has the developer tools open, the browser
        // reads React and the app a second time for the lines of their stacks, which no one sees. main.tsx has stacks traced again.
        const start = `
          delete Error.stackTraceLimit;
          const texts = ${JSON.stringify(texts)}, homes = ${JSON.stringify(ofHomes)}, elsewhere = ${JSON.stringify(elsewhere)};
          const chosen = localStorage.getItem('language'), language = chosen in texts ? chosen : 'en';
          const framed = ${JSON.stringify(framed)}, root = document.documentElement, theme = localStorage.getItem('theme');
          const isSignedIn = sessionStorage.getItem('session')?.includes('"accessToken":"');
          const home = isSignedIn && homes[location.pathname];
          if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
          if (isSignedIn && framed.includes(location.pathname.split('/')[1].toLowerCase())) root.dataset.framed = '';
          for (const file of [texts[language], ...(home ? [...home.code, home.texts[language]] : elsewhere)]) {
            const link = document.createElement('link');
            link.rel = 'modulepreload';
            link.href = file;
            document.head.append(link);
          }
          Intl.DateTimeFormat.supportedLocalesOf(language);`.replace(/\n\s*/g, '');
        // Nothing of it is read out: the app says «Loading» in the reader's language.
        const frame = `<div id="frame" aria-hidden="true">${readFileSync(frameFile, 'utf8').trim()}</div>`;
        const html = page.replace('<div id="root"></div>', `<div id="root">${frame}</div>`);
        if (html === page) throw new Error('index.html has no empty #root');
        // Before the styles: a script that follows them waits for them.
        return { html, tags: [{ tag: 'script', attrs: { nonce }, children: `{${start}}`, injectTo: 'head-prepend' }] };
      },
    },
  };
}
