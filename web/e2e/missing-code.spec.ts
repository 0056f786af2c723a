/** Code that does not arrive, because this tab is older than the server or has no network: an open form keeps what was typed. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectInSight, phone, test } from './people';

const lateCode = /\/assets\/(ShellPanels|StepUpDialog|NoticesDrawer|tooltip-bubble|SessionExpiredDialog)-/;

/** What a page is shown without is gone, and with it the file of the app itself when somebody asks whether it is. */
async function loseLateCode(page: Page, how: 'deploy' | 'outage'): Promise<void> {
  await page.route('**/assets/**', (route) => {
    const request = route.request();
    if (!lateCode.test(request.url()) && request.method() !== 'HEAD') return route.continue();
    return how === 'deploy' ? route.fulfill({ status: 404 }) : route.abort();
  });
}

for (const setting of [
  { name: 'wide and light', colorScheme: 'light' as const },
  { name: 'on a phone and dark', ...phone, colorScheme: 'dark' as const },
])
  test(`after a deploy an open form keeps what was typed, and the new version waits until it is saved or left, ${setting.name}`, async ({
    person,
  }) => {
    const ana = await person('ana', setting);
    await loseLateCode(ana, 'deploy');
    await ana.getByRole('link', { name: 'Time', exact: true }).first().click();
    await ana.getByRole('button', { name: 'Request time off' }).first().click();
    const notes = ana.getByRole('dialog').getByRole('textbox', { name: /^Notes/ });
    await notes.fill('A wedding in Reno');
    const told = ana.getByRole('status').filter({ hasText: 'A new version is ready. Save your changes, then reload.' });
    await expectInSight(told);
    await expect(ana.getByRole('button', { name: 'Reload' })).toHaveCount(0);
    await expectAccessible(ana);
    // The way back asks, in the browser's own words where ours are missing.
    ana.on('dialog', (question) => void question.dismiss());
    await ana.goBack({ waitUntil: 'commit' }).catch(() => null);
    await expect(notes).toHaveValue('A wedding in Reno');

    await ana.getByRole('button', { name: 'Cancel' }).click();
    await ana.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await ana.getByRole('button', { name: 'Open profile menu' }).click();
    await expect(ana.getByRole('alert').filter({ hasText: 'We couldn’t load this' })).toBeAttached();
    await expect(ana.getByRole('heading', { level: 1 })).toBeVisible();
    await ana.unroute('**/assets/**');
    await ana.getByRole('button', { name: 'Reload' }).click();
    await ana.getByRole('button', { name: 'Open profile menu' }).click();
    await expect(ana.getByRole('dialog').getByText('ana@', { exact: false }).first()).toBeVisible();
    await expect(ana.getByText('A new version is ready.')).toHaveCount(0);
  });

test('without a network an open form keeps what was typed, and nobody speaks of a new version', async ({ person }) => {
  const ana = await person('ana');
  await loseLateCode(ana, 'outage');
  await ana.goto('/time');
  await ana.getByRole('button', { name: 'Request time off' }).first().click();
  await ana.context().setOffline(true);
  const notes = ana.getByRole('dialog').getByRole('textbox', { name: /^Notes/ });
  await notes.fill('A wedding in Reno');
  await ana.getByRole('button', { name: 'Send request' }).click();
  await expect(notes).toHaveValue('A wedding in Reno');
  await expect(ana.getByText('A new version is ready.')).toHaveCount(0);
  await ana.getByRole('button', { name: 'Cancel' }).click();
  await ana.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(notes).toHaveValue('A wedding in Reno');
});
