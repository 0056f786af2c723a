/**
 * What has to arrive before a first visit shows anything: the start page, its scripts and styles, the font and the texts. Weighed as they
 * are sent with the older compression (gzip); a browser of today gets Brotli, an eighth less. A home's cards and their data come after that.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const mostBytes = 200_000;
const dist = join(import.meta.dirname, '../dist');

function sentBytes(path: string): number {
  const file = join(dist, path);
  return statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size;
}

test('a first visit weighs at most 200 kB', () => {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path as string);
  const texts = readdirSync(join(dist, 'assets')).filter((name) => /^app\.en-.*\.js$/.test(name));
  expect(files.some((path) => path.endsWith('.woff2'))).toBe(true);
  expect(texts).toHaveLength(1);

  const parts = new Set([...files, ...texts.map((name) => `/assets/${name}`)]);
  const weights = [...parts]
    .map((path) => ({ path, bytes: sentBytes(path) }))
    .sort((one, other) => other.bytes - one.bytes);
  const total = weights.reduce((sum, { bytes }) => sum + bytes, gzipSync(page).length);
  const list = weights.map(({ path, bytes }) => `${bytes} ${path}`).join('\n');
  expect(total, `${total} bytes in ${weights.length} files:\n${list}`).toBeLessThanOrEqual(mostBytes);
});

const assets = join(dist, 'assets');
const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
const bare = (script: string) => script.replace(/-[\w-]{8}\.js$/, '');

function named(pattern: RegExp): Map<string, string[]> {
  return new Map(
    scripts.map((name) => {
      const code = readFileSync(join(assets, name), 'utf8');
      return [name, [...code.matchAll(pattern)].map(([, other]) => other as string)];
    }),
  );
}
const needs = named(/(?:from|import)"\.\/([^"]+\.js)"/g);
/** What a script may ask for later on, such as the code of a page. */
const asksFor = named(/import\([`"']\.\/([^`"']+\.js)[`"']\)/g);

/** A script and all that follows from it by these ways; scripts go by their names without the hash. */
function carriedBy(name: string, ...ways: readonly Map<string, string[]>[]): string[] {
  const found = new Set(scripts.filter((script) => bare(script) === name));
  expect(found.size, name).toBe(1);
  for (const script of found) for (const way of ways) for (const other of way.get(script) ?? []) found.add(other);
  return [...found].map(bare).sort();
}

test('no page of the provider carries the app, which would start the portal there', () => {
  const carried = carriedBy('login', needs, asksFor);
  expect(carried).toContain('DemoAccounts');
  expect(carried).not.toContain('app');
});

test('a home is two scripts more than the frame, and has no cards of the other one', () => {
  const frame = carriedBy('app', needs);
  const more = (name: string) => carriedBy(name, needs).filter((script) => !frame.includes(script));
  expect(more('employee-home')).toEqual(['employee-home', 'home']);
  expect(more('manager-home')).toEqual(['home', 'manager-home']);
});

test('no script needs one that needs it: which of them runs first would be left to chance', () => {
  const sound = new Set<string>();
  const circles: string[] = [];
  const follow = (name: string, way: readonly string[]): void => {
    if (way.includes(name)) circles.push([...way, name].join(' → '));
    if (way.includes(name) || sound.has(name)) return;
    for (const needed of needs.get(name) ?? []) follow(needed, [...way, name]);
    sound.add(name);
  };
  for (const name of scripts) follow(name, []);
  expect(scripts.length).toBeGreaterThan(20);
  expect(circles).toEqual([]);
});
