/**
 * A page that stands in a file with others (`groups` in vite.config.ts) gets one more, which only passes it on: `export{t as default}from
 * "./employee-home.js"`. A first visit would ask for both. Here whoever asks for such a file is sent to the one behind it.
 */
import type { Plugin } from 'vite';

const passingOn = /^export\s*\{\s*(\w+) as default\s*\}\s*from\s*["']\.\/([^"']+)["'];?\s*$/;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export function noFacades(): Plugin {
  return {
    name: 'no-facades',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After Vite has written which files go with which.
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        for (const facade of chunks) {
          const [, name, behind] = passingOn.exec(facade.code) ?? [];
          if (!name || !behind) continue;
          const file = facade.fileName.replace(/^.*\//, '');
          const asked = new RegExp(`import\\(([\`"'])\\./${escaped(file)}\\1\\)`, 'g');
          for (const chunk of chunks) {
            if (chunk === facade || !chunk.code.includes(file)) continue;
            chunk.code = chunk.code
              .replace(asked, `import("./${behind}").then(all=>({default:all.${name}}))`)
              .replaceAll(file, behind);
          }
          delete bundle[facade.fileName];
        }
      },
    },
  };
}
