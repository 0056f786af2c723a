/**
 * Lets the portal's page ask for what the app is going to ask for while it asks for the app, and not after the app has found out: the texts in the
 * language chosen on this device, to whoever is signed in a home's code and texts, and elsewhere the lists of all pages and texts. On a phone that is a whole round trip.
 */
import type { Plugin, Rollup } from 'vite';

const homes = ['employee', 'manager'] as const;

export function firstFiles(nonce: string): Plugin {
  return {
    name: 'first-files',
    transformIndexHtml: {
      order: 'post',
      handler(_page, { bundle, filename }) {
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
        const start = `
          const texts = ${JSON.stringify(texts)}, homes = ${JSON.stringify(ofHomes)}, elsewhere = ${JSON.stringify(elsewhere)};
          const chosen = localStorage.getItem('language'), language = chosen in texts ? chosen : 'en';
          const home = sessionStorage.getItem('session')?.includes('"accessToken":"') && homes[location.pathname];
          for (const file of [texts[language], ...(home ? [...home.code, home.texts[language]] : elsewhere)]) {
            const link = document.createElement('link');
            link.rel = 'modulepreload';
            link.href = file;
            document.head.append(link);
          }`.replace(/\n\s*/g, '');
        // Before the styles: a script that follows them waits for them.
        return [{ tag: 'script', attrs: { nonce }, children: `{${start}}`, injectTo: 'head-prepend' }];
      },
    },
  };
}
