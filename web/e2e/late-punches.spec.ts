/** Punches made without a network: they wait, count once at the right minute, and the manager sees that they came late. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessible, phone, test } from './people';
import { worldDay } from './world';

const minute = 60_000;
const hour = 60 * minute;
/** The phone's clock is behind by so much. */
const behind = 47 * minute;

type Made = { kind: string; ms: number };

const offline = new Set<BrowserContext>();

async function setOffline(context: BrowserContext, isOffline: boolean): Promise<void> {
  if (isOffline) offline.add(context);
  else offline.delete(context);
  await context.setOffline(isOffline);
}

/** By the server's answers it's an hour ago, and the device's clock is wrong on top of that. What's punched now was punched then. */
async function anHourAgo(context: BrowserContext, isBehindBy: number): Promise<void> {
  await context.clock.install({ time: Date.now() - hour - isBehindBy });
  await context.route('**/graphql', async (route) => {
    // The test's own fetch has a network, whatever the browser was told.
    if (offline.has(context)) return route.abort('internetdisconnected');
    const response = await route.fetch();
    const date = new Date(Date.now() - hour).toUTCString();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
}

/** An hour, minutes at a time, with a sign of life now and then: no one is signed out for doing nothing. */
async function pass(page: Page, minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 10) {
    await page.clock.fastForward(Math.min(left, 10) * minute);
    await page.mouse.move(10, left);
    await page.mouse.move(20, left);
  }
}

/** How far the world's days are from this machine's, in whole days, in Hugo's time zone. */
function ahead(): number {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(Date.now());
  return Date.parse(worldDay) - Date.parse(today);
}

/** What counts since a moment, as the server has it. */
async function counted(page: Page, sinceMs: number): Promise<(Made & { isLate: boolean })[]> {
  const all = await page.evaluate(async () => {
    const { accessToken } = JSON.parse(sessionStorage.getItem('session') ?? '{}').state;
    const ask = async (query: string) => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` };
      const answer = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
      return (await answer.json()).data;
    };
    const { viewer } = await ask('{ viewer { tenantId companies { companyId employeeId } } }');
    const { companyId, employeeId } = viewer.companies[0];
    const ids = `tenantId: "${viewer.tenantId}", companyId: "${companyId}", employeeId: "${employeeId}"`;
    const { timeCard } = await ask(`{ timeCard(${ids}) { days { punches { kind at reportedAt } } } }`);
    return timeCard.days.flatMap(
      ({ punches }: { punches: { kind: string; at: string; reportedAt: string | null }[] }) =>
        punches.map(({ kind, at, reportedAt }) => ({ kind, ms: Date.parse(at), isLate: reportedAt !== null })),
    ) as (Made & { isLate: boolean })[];
  });
  const moved = all.map((punch) => ({ ...punch, ms: punch.ms - ahead() }));
  return moved.filter(({ ms }) => ms >= sinceMs).sort((one, other) => one.ms - other.ms);
}

const lateRows = (page: Page) =>
  page.getByRole('region', { name: 'Reported late' }).getByRole('row').filter({ hasText: 'Hugo Becker' });

test('an hour without a network, with a wrong clock, on two devices: each punch counts once, at the right minute', async ({
  person,
}) => {
  const mina = await person('mina', { language: 'en' });
  await mina.goto('/manager/timeclock');
  await expect(mina.getByRole('region', { name: 'Reported late' })).toBeVisible();
  await mina.waitForLoadState('networkidle');
  const before = await lateRows(mina).count();

  const hugo = await person('hugo', { ...phone, language: 'en' });
  const other = await hugo.context().newPage();
  await other.goto('/time/swipeclock');
  await expect(other.getByRole('button', { name: 'Clock in' })).toBeVisible();
  const tablet = await person('hugo', { language: 'en' });

  const beganMs = Date.now() - hour;
  await anHourAgo(hugo.context(), behind);
  await anHourAgo(tablet.context(), 0);
  for (const page of [hugo, other, tablet]) {
    await page.goto('/time/swipeclock');
    await expect(page.getByRole('button', { name: 'Clock in' })).toBeVisible();
    // What is needed without a network is there once the page is calm.
    await page.clock.runFor(9_000);
    await page.waitForLoadState('networkidle');
  }
  // Another test may have punched in this world during the last hour.
  const there = new Set((await counted(tablet, beganMs)).map(({ ms }) => ms));
  const countedNow = async () => (await counted(other, beganMs)).filter(({ ms }) => !there.has(ms));
  await setOffline(hugo.context(), true);
  await setOffline(tablet.context(), true);

  const made: Made[] = [];
  let passed = 0;
  const punch = async (page: Page, name: string, kind: string, minutes: number) => {
    await pass(hugo, minutes);
    passed += minutes;
    made.push({ kind, ms: Date.now() - hour + passed * minute });
    await page.getByRole('button', { name }).click();
    await expect(
      page.getByText(`${made.length} punch${made.length === 1 ? ' is' : 'es are'} waiting to be sent`),
    ).toBeVisible();
  };
  await punch(hugo, 'Clock in', 'in', 0);
  await expect(hugo.getByText('Working', { exact: true })).toBeVisible();
  await tablet.getByRole('button', { name: 'Clock in' }).click();
  await expect(tablet.getByText('1 punch is waiting to be sent')).toBeVisible();
  await expectAccessible(tablet);
  await punch(hugo, 'Start a break', 'breakStart', 25);
  await punch(hugo, 'Clock out', 'out', 10);
  await expect(hugo.getByText('Clocked out')).toBeVisible();

  // Ids and times, and no word of whose they are.
  const kept = await hugo.evaluate(() =>
    Object.entries(localStorage).filter(([key]) => key.startsWith('waiting punch ')),
  );
  expect(kept).toHaveLength(3);
  for (const [, text] of kept) expect(text).not.toMatch(/Hugo|Becker|Harbor|@|token/i);
  // Signing out would lose them, and the question says so.
  await hugo.getByRole('button', { name: 'Sign out' }).click();
  await expect(
    hugo.getByText('3 punches haven’t been sent yet. If you sign out now, they will be discarded.'),
  ).toBeVisible();
  await hugo.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await pass(hugo, 25);

  // The tab in which they were made is gone; the other one sends them.
  await hugo.close();
  await setOffline(other.context(), false);
  await expect(other.getByText('3 waiting punches were sent.').first()).toBeAttached();
  expect(
    await other.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('waiting punch '))),
  ).toEqual([]);
  await expect(other.getByText('(reported late)').first()).toBeVisible();
  await expectAccessible(other);
  const first = await countedNow();
  expect(first.map(({ kind, isLate }) => [kind, isLate])).toEqual(made.map(({ kind }) => [kind, true]));
  // A few seconds were skipped while the pages came to rest.
  for (const [nth, { ms }] of first.entries()) expect(Math.abs(ms - (made[nth]?.ms ?? 0))).toBeLessThan(30_000);

  // The tablet has the first of them, too: nothing changes.
  await tablet.clock.fastForward(5 * minute);
  await setOffline(tablet.context(), false);
  await expect(tablet.getByText('1 waiting punch was sent.').first()).toBeAttached();
  expect(await countedNow()).toEqual(first);

  await mina.reload();
  await expect(lateRows(mina)).toHaveCount(before + 3);
  await expect(lateRows(mina).first()).toContainText('Device’s clock');
  await expectAccessible(mina);
});

test('what the server doesn’t take stays with its reason until it’s dismissed', async ({ person }) => {
  const hugo = await person('hugo', { language: 'es', colorScheme: 'dark' });
  await hugo.goto('/time/swipeclock');
  await expect(hugo.getByRole('button', { name: 'Registrar entrada' })).toBeVisible();
  await hugo.route('**/graphql', (route) =>
    route.request().postData()?.includes('mutation') ? route.abort('failed') : route.continue(),
  );
  await hugo.getByRole('button', { name: 'Registrar entrada' }).click();
  await expect(hugo.getByText('1 marca está por enviarse')).toBeVisible();
  // Four days go by before there is a network.
  await hugo.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('waiting punch ')) ?? '';
    const punch = JSON.parse(localStorage.getItem(key) ?? '{}');
    const deviceTime = new Date(Date.parse(punch.deviceTime) - 4 * 86_400_000).toISOString();
    localStorage.setItem(key, JSON.stringify({ ...punch, deviceTime }));
  });
  await hugo.unroute('**/graphql');
  await hugo.reload();
  await expect(hugo.getByText('Esta marca se hizo hace más de 72 horas. Envíe una corrección.')).toBeVisible();
  await expect(hugo.getByText('Fuera de turno')).toBeVisible();
  await expectAccessible(hugo);
  await hugo.getByRole('button', { name: /^Descartar: / }).click();
  await expect(hugo.getByText('Esta marca se hizo hace más de 72 horas. Envíe una corrección.')).toBeHidden();
  await hugo.reload();
  await expect(hugo.getByRole('button', { name: 'Registrar entrada' })).toBeVisible();
  await expect(hugo.getByText('72 horas')).toBeHidden();
});
