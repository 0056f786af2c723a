/** The team's calendar in a real browser: by keyboard, as someone on the team, and as the decider. Today is Monday, November 16, 2026. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { chooseDays, chooseTime } from './date-fields';
import { expect, expectAccessible, phone, test } from './people';

type Event = { uid: string; summary: string; first: string; after: string; isBusy: boolean; errors: unknown[] };
type Calendar = { name: string; errors: unknown[]; events: Event[] };

/** As another program reads it: Python's icalendar, for which the system's own Python is asked. */
function parsed(text: string): Calendar {
  const read = execFileSync('/usr/bin/python3', [join(import.meta.dirname, 'read-calendar.py')], { input: text });
  return JSON.parse(read.toString()) as Calendar;
}

async function linkTo(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name }).click();
  const link = page.getByRole('dialog').locator('code');
  await expect(link).toHaveText(/\/calendars\/\S+\.ics$/);
  return (await link.textContent()) ?? '';
}

test('ana walks through the days by keyboard, and learns of colleagues only that they are away', async ({ person }) => {
  const ana = await person('ana');
  await ana.goto('/time');
  await ana.getByRole('link', { name: 'Team calendar' }).click();
  const grid = ana.getByRole('grid', { name: 'Who is away, November 2026' });
  const day = (name: RegExp) => ana.getByRole('gridcell').getByRole('button', { name });
  await expect(grid.getByRole('row')).toHaveCount(6);
  await expect(day(/^Monday, November 16/)).toHaveAttribute('aria-current', 'date');
  await expect(day(/^Thursday, November 26, 2026\. Thanksgiving Day/)).toBeVisible();

  await day(/^Monday, November 16/).focus();
  for (let moves = 0; moves < 4; moves += 1) await ana.keyboard.press('ArrowRight');
  await expect(day(/^Friday, November 20/)).toBeFocused();
  const details = ana.getByRole('region', { name: 'Friday, November 20' });
  await expect(details.getByRole('listitem').filter({ hasText: 'You' })).toContainText(
    /Personal · 2\.00 hours.*Pending/,
  );
  await expect(day(/^Friday, November 20.*You \(pending\)/)).toBeVisible();

  await ana.keyboard.press('PageDown');
  await expect(day(/^Sunday, December 20/)).toBeFocused();
  await ana.keyboard.press('End');
  await expect(day(/^Saturday, December 26/)).toBeFocused();
  await ana.keyboard.press('Home');
  await ana.keyboard.press('PageUp');
  await ana.keyboard.press('ArrowUp');
  await expect(day(/^Friday, November 13/)).toBeFocused();
  await ana.getByRole('button', { name: 'Today' }).click();

  await ana.getByRole('radio', { name: 'List' }).check();
  const entries = ana.getByRole('list', { name: 'Away in November 2026' }).getByRole('listitem');
  await expect(entries.filter({ hasText: 'Thanksgiving Day' })).toContainText('Holiday');
  const others = entries.filter({ hasNotText: /You|Holiday/ });
  await expect(others.first()).toBeVisible();
  for (const text of await others.allInnerTexts()) expect(text).toMatch(/\nAway$/);

  await ana.getByRole('radio', { name: 'Week' }).check();
  await expect(ana.getByRole('gridcell')).toHaveCount(7);
  await ana.getByRole('button', { name: 'Next week' }).click();
  await expect(ana.getByRole('heading', { name: /^Nov 22 – 28, 2026$/ })).toBeVisible();
  await expectAccessible(ana);
});

test('marcus sees what his people do and what still waits', async ({ person }) => {
  const marcus = await person('marcus');
  await marcus.goto('/manager/leaverequests');
  await marcus.getByRole('link', { name: 'Team calendar' }).click();
  await expect(marcus.getByRole('gridcell').first()).toBeVisible();
  await expectAccessible(marcus);
  await marcus.getByRole('radio', { name: 'List' }).check();
  const ana = marcus
    .getByRole('list', { name: /^Away in/ })
    .getByRole('listitem')
    .filter({ hasText: 'Ana Morales' });
  await expect(ana.filter({ hasText: 'Personal' }).first()).toContainText('Pending');
});

test('elena has the list first on a phone, in Spanish and in the dark', async ({ person }) => {
  const elena = await person('elena', { ...phone, colorScheme: 'dark', language: 'es' });
  await elena.goto('/time/calendar');
  await expect(elena.getByRole('list', { name: 'Ausencias de noviembre de 2026' })).toBeVisible();
  await expectAccessible(elena);
  await elena.getByRole('radio', { name: 'Mes' }).check();
  await expect(elena.getByRole('gridcell').first()).toBeVisible();
  await elena.getByRole('button', { name: /^jueves, 26 de noviembre de 2026\. Día de Acción de Gracias/ }).click();
  await expect(elena.getByRole('region', { name: 'Jueves, 26 de noviembre' })).toBeVisible();
  await expectAccessible(elena);
});

test('every calendar link is read by another program, and is not found once it is turned off', {
  tag: '@postgres',
}, async ({ person, request }) => {
  const ana = await person('ana');
  await ana.goto('/time/calendar');
  await ana.getByRole('button', { name: 'Calendar links' }).click();
  const dialog = ana.getByRole('dialog', { name: 'Calendar links' });
  const calendars: Record<string, Calendar> = {};
  const links: string[] = [];
  for (const [kind, button] of Object.entries({
    personal: 'Link to my time off',
    team: 'Link to my team',
    holidays: 'Link to holidays',
  })) {
    const link = await linkTo(ana, button);
    expect(links).not.toContain(link);
    links.push(link);
    const answer = await request.get(link);
    expect(answer.headers()['content-type']).toBe('text/calendar; charset=utf-8');
    const calendar = parsed(await answer.text());
    expect(calendar.errors).toEqual([]);
    for (const event of calendar.events) expect(event.errors).toEqual([]);
    expect(new Set(calendar.events.map(({ uid }) => uid)).size).toBe(calendar.events.length);
    calendars[kind] = calendar;
    await dialog.getByRole('button', { name: 'Turn off' }).first().click();
    await expect(dialog.getByText('You have no active links.')).toBeVisible();
    expect((await request.get(link)).status()).toBe(404);
  }
  const { personal, team, holidays } = calendars;
  expect(personal?.name).toBe('My time off');
  expect(personal?.events).toContainEqual(expect.objectContaining({ summary: 'Personal', isBusy: true }));
  expect(team?.events.length).toBeGreaterThan(0);
  for (const { summary, isBusy } of team?.events ?? []) {
    expect(summary).toMatch(/^\S.* \S.*: away$/);
    expect(isBusy).toBe(false);
  }
  expect(holidays?.events).toContainEqual(
    expect.objectContaining({ summary: 'Thanksgiving Day', first: '2026-11-26', after: '2026-11-27' }),
  );
});

test('a new link stays to be copied while another is turned off, and goes with its own', async ({
  person,
  request,
}) => {
  const ana = await person('ana');
  await ana.goto('/time/calendar');
  await ana.getByRole('button', { name: 'Calendar links' }).click();
  const dialog = ana.getByRole('dialog', { name: 'Calendar links' });
  const first = await linkTo(ana, 'Link to my time off');
  await dialog.getByRole('button', { name: 'Link to holidays' }).click();
  const shown = dialog.locator('code');
  await expect(shown).not.toHaveText(first);
  const second = (await shown.textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Turn off: My time off' }).click();
  await expect(dialog.getByRole('button', { name: 'Turn off: My time off' })).toHaveCount(0);
  await expect(shown).toHaveText(second);
  expect((await request.get(first)).status()).toBe(404);
  expect((await request.get(second)).status()).toBe(200);
  await dialog.getByRole('button', { name: 'Turn off: Company holidays' }).click();
  await expect(dialog.getByText('You have no active links.')).toBeVisible();
  await expect(shown).toHaveCount(0);
});

test('an hour and a half off is that much in another program, and of colleagues it says no more', async ({
  person,
  request,
}) => {
  const ana = await person('ana');
  await ana.goto('/time');
  await ana.getByRole('button', { name: 'Request time off' }).first().click();
  const form = ana.getByRole('dialog');
  await form.getByRole('button', { name: /Type$/ }).click();
  await ana.getByRole('option', { name: /^Sick/ }).click();
  await chooseDays(ana, /^Dates/, '2027-09-08', '2027-09-08');
  await form.getByText('By the hour').click();
  await form.getByText('At a specific time').click();
  await chooseTime(ana, /^Start time/, ['1', '00', 'PM']);
  await chooseTime(ana, /^End time/, ['2', '30', 'PM']);
  await form.getByRole('button', { name: 'Send request' }).click();
  const row = ana.getByRole('row').filter({ hasText: 'Sep 8' });
  await expect(row).toContainText('Approved');

  await ana.goto('/time/calendar');
  await ana.getByRole('button', { name: 'Calendar links' }).click();
  const dialog = ana.getByRole('dialog', { name: 'Calendar links' });
  for (const [button, summary, isBusy] of [
    ['Link to my time off', 'Sick', true],
    ['Link to my team', 'Ana Morales: away', false],
  ] as const) {
    const { events, errors } = parsed(await (await request.get(await linkTo(ana, button))).text());
    expect(errors).toEqual([]);
    // One o'clock in Portland, in summer.
    const when = { first: '2027-09-08T20:00:00+00:00', after: '2027-09-08T21:30:00+00:00' };
    expect(events).toContainEqual(expect.objectContaining({ ...when, summary, isBusy, errors: [] }));
    await dialog.getByRole('button', { name: 'Turn off' }).first().click();
    await expect(dialog.getByText('You have no active links.')).toBeVisible();
  }

  await ana.goto('/time');
  await row.getByRole('button', { name: /^Withdraw/ }).click();
  await ana.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(row).toContainText('Canceled');
});
