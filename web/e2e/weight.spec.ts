/**
 * What is sent before a home stands on a first visit: the start page, its scripts and styles, the font, the home's code and the texts. Weighed as
 * they are sent with the older compression (gzip); a browser of today gets Brotli, an eighth less. The data, 13 kB as they are, and what comes
 * when the home has stood for two seconds (panels, flags, the list of all pages) are not weighed.
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

/** What the start page asks for itself, in English, before any script has run. */
function askedByPage(home: string): string[] {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const tags = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path as string);
  const [, texts, homes] = /const texts = (\{.*?\}), homes = (\{.*?\}), elsewhere/.exec(page) ?? [];
  expect(texts && homes, 'the script of scripts/first-files.ts').toBeTruthy();
  const ofHome = JSON.parse(homes as string)[`/${home}/home`] as { code: string[]; texts: { en: string } };
  return [...tags, JSON.parse(texts as string).en, ...ofHome.code, ofHome.texts.en];
}

for (const home of ['employee', 'manager'] as const)
  test(`a first visit of the ${home} home weighs at most ${mostBytes / 1000} kB`, () => {
    const files = askedByPage(home);
    expect(files.some((path) => path.endsWith('.woff2'))).toBe(true);
    expect(files.some((path) => path.endsWith('.css'))).toBe(true);
    // Nothing the home needs is left to be found out later.
    const scripts = files.filter((path) => path.endsWith('.js')).map((path) => bare(path.replace('/assets/', '')));
    expect(scripts).toEqual(expect.arrayContaining([...carriedBy('app', needs), ...carriedBy(`${home}-home`, needs)]));

    const weights = files
      .map((path) => ({ path, bytes: sentBytes(path) }))
      .sort((one, other) => other.bytes - one.bytes);
    const page = gzipSync(readFileSync(join(dist, 'index.html'))).length;
    const total = weights.reduce((sum, { bytes }) => sum + bytes, page);
    const list = weights.map(({ path, bytes }) => `${bytes} ${path}`).join('\n');
    expect(total, `${total} bytes in ${weights.length} files:\n${list}`).toBeLessThanOrEqual(mostBytes);
  });

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
