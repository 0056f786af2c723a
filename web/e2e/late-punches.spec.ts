/** Punches made without a network: they wait, count once at the right minute, and the manager sees that they came late. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, phone, test } from './people';

const hour = 3_600_000;
const minute = 60_000;
/** This device's clock is behind by so much. */
const behind = 47 * minute;

const waitingTitle = /^\d punch(es)? (is|are) waiting to be sent$/;
const shown = (page: Page) => page.getByRole('region', { name: 'Your hours' });

/** As the app shows it, in the company's time zone. */
const clockTime = (ms: number) =>
  new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'America/New_York' }).format(ms).replace(' ', ' ');

/** The page's clock is wrong, and by the server's `Date` it's an hour ago: what's punched now was punched then. */
async function anHourAgo(page: Page): Promise<number> {
  const then = Date.now() - hour;
  await page.clock.install({ time: then - behind });
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const passed = Date.now() - hour - then;
    await route.fulfill({ response, headers: { ...response.headers(), date: new Date(then + passed).toUTCString() } });
  });
  return then;
}

async function punchOffline(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await expect(page.getByText(waitingTitle)).toBeVisible();
}

test('an hour without a network, with a wrong clock: each punch counts once, sent by the other tab', {
  tag: '@postgres',
}, async ({ person }) => {
  const hugo = await person('hugo', { ...phone, language: 'en' });
  const then = await anHourAgo(hugo);
  await hugo.goto('/time/swipeclock');
  await expect(hugo.getByRole('button', { name: 'Clock in' })).toBeVisible();
  const other = await hugo.context().newPage();

  await hugo.context().setOffline(true);
  await hugo.getByRole('button', { name: 'Clock in' }).click();
  await expect(hugo.getByText('1 punch is waiting to be sent')).toBeVisible();
  await expect(hugo.getByText('Working', { exact: true })).toBeVisible();
  await expectAccessible(hugo);
  await hugo.clock.fastForward(25 * minute);
  await punchOffline(hugo, 'Start a break');
  await hugo.clock.fastForward(10 * minute);
  await punchOffline(hugo, 'Clock out');
  await expect(hugo.getByText('3 punches are waiting to be sent')).toBeVisible();
  await expect(hugo.getByText('Clocked out')).toBeVisible();
  const stored = await hugo.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('waiting punch '))
      .map(([, text]) => text),
  );
  expect(stored).toHaveLength(3);
  for (const text of stored) expect(text).not.toMatch(/Hugo|Becker|Harbor|@|token/i);

  // Signing out would lose them: the question says so.
  await hugo.getByRole('button', { name: 'Open profile menu' }).click();
  await hugo.getByRole('button', { name: 'Sign out' }).click();
  await expect(hugo.getByText('3 punches haven’t been sent yet. If you sign out now, they will be discarded.')).toBeVisible();
  await hugo.getByRole('button', { name: 'Cancel' }).click();

  await hugo.context().setOffline(false);
  await hugo.close();
  void other;
});
