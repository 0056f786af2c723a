/**
 * Tells the service worker what the app is made of: every script the start page can reach, styles, fonts and the files of public/, and which
 * addresses are the app's pages. The provider's pages are not among them; they are of no use without a network.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rollup } from 'vite';

const web = join(import.meta.dirname, '..');
export const workerFile = 'service-worker.js';

/** They lead elsewhere, and the server asks where one comes from: it has to see the browser's own request. */
const passages = ['signin', 'signout', 'callback', 'login'];

function pageWords(): string[] {
  const paths = readFileSync(join(web, 'app-paths.txt'), 'utf8').trim().split('\n');
  const words = paths.map((path) => path.split('/')[1]?.toLowerCase() ?? '');
  return [...new Set(words)].filter((word) => !passages.includes(word)).sort();
}

function reached(bundle: Rollup.OutputBundle, from: Rollup.OutputChunk, found = new Set<string>()): Set<string> {
  found.add(from.fileName);
  for (const name of [...from.imports, ...from.dynamicImports]) {
    const next = bundle[name];
    if (next?.type === 'chunk' && !found.has(name)) reached(bundle, next, found);
  }
  return found;
}

export function workerFiles(): Plugin {
  return {
    name: 'worker-files',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const worker = bundle[workerFile];
        const start = chunks.find(({ moduleIds }) => moduleIds.some((id) => /src[\\/]app[\\/]main\.tsx$/.test(id)));
        const page = bundle['index.html'];
        if (worker?.type !== 'chunk' || start === undefined || page?.type !== 'asset')
          throw new Error('the build has no worker, or no start page');
        const assets = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !name.endsWith('.js'));
        const given = readdirSync(join(web, 'public'), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name));
        const files = [
          ...reached(bundle, start),
          ...assets,
          ...given.map((file) => file.slice(join(web, 'public').length + 1)),
        ];
        const hash = createHash('sha256').update(String(page.source)).update(files.join()).update(worker.code);
        for (const file of given) hash.update(readFileSync(file));
        const built = {
          version: hash.digest('hex').slice(0, 16),
          files: files.map((file) => `/${file}`).sort(),
          pages: pageWords(),
        };
        worker.code = worker.code.replace('__BUILT__', JSON.stringify(built));
        if (worker.code.includes('__BUILT__') || worker.imports.length > 0)
          throw new Error('the worker is one file that reads what was built once');
      },
    },
  };
}
