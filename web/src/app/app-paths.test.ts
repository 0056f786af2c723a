/** The table by which the server tells the app's pages from paths that are none: web/app-paths.txt, made of the routes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { paths } from './paths';
import { native } from './platform/platform';
import { formerPaths, routeTable } from './routes';

const app = import.meta.dirname;
const login = readFileSync(join(app, '../login/LoginApp.tsx'), 'utf8');
const loginPaths = [...login.matchAll(/case '(\/login[^']*)'/g)].map(([, path]) => path as string);
const belowTabs = routeTable.filter(({ meta }) => meta.authRequired).map(({ path }) => native.tabsRoot + path);

it('the server knows every page of the app and of the provider, and no other', async () => {
  const known = [
    paths.root(),
    ...formerPaths,
    ...routeTable.map(({ path }) => path),
    native.tabsRoot,
    ...belowTabs,
    ...loginPaths,
  ];
  expect(loginPaths).toContain('/login/forgot');
  // Stale? `npx vitest run src/app/app-paths.test.ts --update` writes it anew; then build the server again.
  await expect(`${known.join('\n')}\n`).toMatchFileSnapshot('../../app-paths.txt');
});
