/**
 * Browser tests speak of named people of the demo world: `const marcus = await person('marcus')` is a
 * browser of his own in which he is signed in. A page error or a broken content policy fails the test.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContextOptions, test as base, expect, type Locator, type Page } from '@playwright/test';
import { takeUpSession } from './sign-in';
import { startWorld, type World } from './world';

type Setting = Pick<BrowserContextOptions, 'viewport' | 'colorScheme'> & {
  language?: 'en' | 'es';
  /** What goes through a service worker is hidden from a test that answers requests itself: without this word there is none. */
  hasWorker?: true;
};

type Person = (username: string, setting?: Setting) => Promise<Page>;

export const phone: Setting = { viewport: { width: 390, height: 844 } };

type People = {
  person: Person;
  visitor: (setting?: Setting) => Promise<Page>;
  /** On the provider's page, where the app led: chooses someone from the demo. */
  signInAs: (page: Page, username: string) => Promise<void>;
};

export const test = base.extend<People, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this very pattern.
    async ({}, use) => {
      const world = await startWorld();
      await use(world);
      await world.stop();
    },
    { scope: 'worker', auto: true, timeout: 180_000 },
  ],

  baseURL: ({ world }, use) => use(world.url),

  visitor: async ({ browser, baseURL }, use) => {
    const complaints: string[] = [];
    const contexts: { close: () => Promise<void> }[] = [];
    await use(async ({ language, hasWorker, ...setting } = {}) => {
      const context = await browser.newContext({
        ...(baseURL ? { baseURL } : {}),
        locale: 'en-US',
        reducedMotion: 'reduce',
        ...setting,
      });
      contexts.push(context);
      if (!hasWorker) await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
      if (language) await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (line) => {
        if (/Content Security Policy|Warning:/.test(line.text())) complaints.push(line.text());
      });
      return page;
    });
    for (const context of contexts) await context.close();
    expect(complaints).toEqual([]);
  },

  person: async ({ visitor, world }, use) => {
    await use(async (username, setting) => {
      const page = await visitor(setting);
      await takeUpSession(page, username, world.url);
      await page.goto('/home');
      await page.waitForURL(/\/(home|accountSettings)$/);
      return page;
    });
  },

  signInAs: async ({ request }, use) => {
    const { accounts } = (await (await request.get('/demo/accounts')).json()) as { accounts: Account[] };
    await use(async (page, username) => {
      const account = accounts.find((candidate) => candidate.username === username);
      if (!account) throw new Error(`nobody is called ${username}`);
      await page.waitForURL(/\/login\?request=/);
      await page.getByRole('button', { name: `${account.firstName} ${account.lastName}` }).click();
    });
  },
});

type Account = { username: string; firstName: string; lastName: string };

export { expect };

/** Someone who looks sees all of it: it is neither scrolled away nor behind anything. */
export async function expectInSight(shown: Locator): Promise<void> {
  const isOnTop = (node: Element) => {
    const { left, width, top, bottom } = node.getBoundingClientRect();
    // Inside of a round corner, and within the last line of a text.
    const x = left + Math.min(12, width / 2);
    return [top + 1, bottom - 1].every((y) => node.contains(document.elementFromPoint(x, y)));
  };
  await expect.poll(() => shown.evaluate(isOnTop)).toBe(true);
}

/** No accessibility violation of any severity, once the page has come to rest. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(async () => {
    // A half-faded dialog would be measured with half its contrast.
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))),
    );
    // No page of ours has frames: without their mode axe needs no second window for its reckoning.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    const summary = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`);
    expect(summary).toEqual([]);
  }).toPass({ timeout: 90_000 });
}
