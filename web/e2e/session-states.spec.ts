/** What a session goes through while no one touches it, and while there is no network. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, phone, test } from './people';

const limitMs = 840_000;

/** Loaded anew under a clock the test moves; all tabs of a browser have the same. */
async function takeTheClock(...tabs: [Page, ...Page[]]): Promise<void> {
  await tabs[0].clock.install();
  for (const page of tabs) {
    await page.reload();
    await expect(page.getByRole('region', { name: 'Announcements' }).getByRole('button').first()).toBeVisible();
  }
}

const modalOf = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' });

test('after 14 minutes a countdown runs, Stay Signed in ends it, and it cannot be waved away', async ({ person }) => {
  const ana = await person('ana');
  await takeTheClock(ana);
  await ana.clock.runFor(limitMs + 5_000);
  const modal = modalOf(ana);
  await expect(modal.getByRole('timer')).toHaveText(/^[1-5]\d seconds left$/);
  await ana.keyboard.press('Escape');
  await expect(modal).toBeVisible();
  await expectAccessible(ana);
  await expect(modal.getByRole('button', { name: 'Stay Signed in' })).toBeFocused();
  await ana.keyboard.press('Enter');
  await expect(modal).toBeHidden();
  await ana.clock.runFor(61_000);
  await expect(ana).toHaveURL('/employee/home');
});

test('a countdown that runs out signs out', async ({ person }) => {
  const ana = await person('ana');
  await takeTheClock(ana);
  await ana.clock.runFor(limitMs + 30_000);
  await expect(modalOf(ana)).toBeVisible();
  await ana.clock.runFor(31_000);
  await expect(ana.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
});

test('the logout button of the countdown signs out every tab', async ({ person }) => {
  const ana = await person('ana');
  const tab = await ana.context().newPage();
  await tab.goto('/employee/home');
  await takeTheClock(ana, tab);
  await ana.clock.runFor(limitMs + 1_000);
  await expect(modalOf(tab)).toBeVisible();
  await modalOf(ana).getByRole('button', { name: 'Log out' }).click();
  for (const page of [ana, tab]) await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
});

test('staying in one tab keeps the others', async ({ person }) => {
  const ana = await person('ana');
  const tab = await ana.context().newPage();
  await tab.goto('/employee/home');
  await takeTheClock(ana, tab);
  await ana.clock.runFor(limitMs + 1_000);
  await modalOf(tab).getByRole('button', { name: 'Stay Signed in' }).click();
  await expect(modalOf(ana)).toBeHidden();
});

test('a computer that slept finds its session expired, and OK signs in again', async ({ person }) => {
  const ana = await person('ana');
  await takeTheClock(ana);
  // The clock jumps as after a sleep: no timer ran meanwhile.
  await ana.clock.setSystemTime(Date.now() + 2 * limitMs);
  await ana.keyboard.press('Shift');
  const alert = ana.getByRole('alertdialog', { name: 'Your session has expired' });
  await expect(alert).toBeVisible();
  await ana.keyboard.press('Escape');
  await expect(alert).toBeVisible();
  // A computer knows the time again once it is awake: what is signed now is looked at by that clock.
  await ana.clock.setSystemTime(Date.now());
  await alert.getByRole('button', { name: 'OK' }).click();
  await expect(alert).toBeHidden();
  await expect(ana.getByRole('region', { name: 'Announcements' }).getByRole('button').first()).toBeVisible();
  await expect(ana).toHaveURL('/employee/home');
});

test('without a network a banner says so until it is back', async ({ person }) => {
  const ana = await person('ana', phone);
  await expect(ana.getByRole('region', { name: 'Announcements' }).getByRole('button').first()).toBeVisible();
  await ana.context().setOffline(true);
  const banner = ana.getByText('You are currently offline. Please check your internet connection.');
  await expect(banner).toBeVisible();
  await expectAccessible(ana);
  await ana.context().setOffline(false);
  await expect(banner).toBeHidden();
});

test('a page that cannot arrive without a network is awaited inside the frame, and comes when the network is back', async ({
  person,
}) => {
  const ana = await person('ana');
  await expect(ana.getByRole('region', { name: 'Announcements' }).getByRole('button').first()).toBeVisible();
  await ana.context().setOffline(true);
  await ana.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Career' }).click();
  await expect(ana.getByRole('heading', { level: 1, name: 'We couldn’t load this' })).toBeVisible();
  await expect(ana.getByRole('main').getByText('You are currently offline.')).toBeVisible();
  await expect(ana.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await ana.context().setOffline(false);
  await expect(ana.getByRole('heading', { name: 'Performance reviews' })).toBeVisible();
  await expect(ana).toHaveURL('/more/career');
});
