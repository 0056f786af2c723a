/**
 * What a first visit to a home costs, as the browser counts it: the page, its scripts and styles, the font, the texts, the data and what comes
 * once the home stands (flags), each with its headers. And how the scripts hang together, read from the files.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './people';

const maxBytes = 210_000;
const dist = join(import.meta.dirname, '../dist');

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

for (const [username, home] of [
  ['ana', 'employee'],
  ['marcus', 'manager'],
] as const) {
  test(`a first visit to the ${home} home is at most ${maxBytes / 1000} kB over the wire`, async ({ person }) => {
    const page = await person(username);
    await page.waitForURL(`/${home}/home`);
    await page.waitForLoadState('networkidle');
    const browser = await page.context().newCDPSession(page);
    await browser.send('Network.enable');
    await browser.send('Network.clearBrowserCache');
    const asked = new Map<string, string>();
    const received: { path: string; bytes: number }[] = [];
    browser.on('Network.requestWillBeSent', ({ requestId, request }) => asked.set(requestId, request.url));
    browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const url = asked.get(requestId);
      if (url?.startsWith('http')) received.push({ path: new URL(url).pathname, bytes: encodedDataLength });
    });
    // The flags are the last to be asked for.
    const flags = page.waitForResponse(/\/ofrep\//);
    await page.reload();
    await flags;
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();

    const paths = received.map(({ path }) => path);
    for (const ending of [`/${home}/home`, '.js', '.css', '.woff2', '/graphql'])
      expect(paths.some((path) => path.endsWith(ending))).toBe(true);
    const total = received.reduce((sum, { bytes }) => sum + bytes, 0);
    const list = received.sort((one, other) => other.bytes - one.bytes).map(({ path, bytes }) => `${bytes} ${path}`);
    expect(total, `${total} bytes in ${list.length} files:\n${list.join('\n')}`).toBeLessThanOrEqual(maxBytes);
  });

  test(`the start page asks for all the code the ${home} home needs`, () => {
    const files = askedByPage(home);
    const scripts = files.filter((path) => path.endsWith('.js')).map((path) => bare(path.replace('/assets/', '')));
    expect(scripts).toEqual(expect.arrayContaining([...carriedBy('app', needs), ...carriedBy(`${home}-home`, needs)]));
  });
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
