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

test('no script needs one that needs it: which of them runs first would be left to chance', () => {
  const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  const needs = new Map(
    scripts.map((name) => {
      const code = readFileSync(join(dist, 'assets', name), 'utf8');
      return [name, [...code.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(([, needed]) => needed as string)];
    }),
  );
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
