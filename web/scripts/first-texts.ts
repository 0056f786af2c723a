/**
 * Lets the portal's page ask for the app's texts while it asks for the app, in the language chosen on this device, and not after the app
 * has found out: on a phone that is a whole round trip before anything is shown.
 */
import type { Plugin } from 'vite';

export function firstTexts(nonce: string): Plugin {
  return {
    name: 'first-texts',
    transformIndexHtml: {
      order: 'post',
      handler(_page, { bundle, filename }) {
        if (bundle === undefined || !filename.endsWith('index.html')) return;
        const files = Object.values(bundle).flatMap((file) => {
          const language = file.type === 'chunk' && /[\\/]app\.(en|es)\.json$/.exec(file.facadeModuleId ?? '')?.[1];
          return language ? [[language, `/${file.fileName}`] as const] : [];
        });
        const start =
          `const files=${JSON.stringify(Object.fromEntries(files))},link=document.createElement('link');` +
          `link.rel='modulepreload';link.href=files[localStorage.getItem('language')]??files.en;document.head.append(link)`;
        // Before the styles: a script that follows them waits for them.
        return [{ tag: 'script', attrs: { nonce }, children: `{${start}}`, injectTo: 'head-prepend' }];
      },
    },
  };
}
