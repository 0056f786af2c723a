/** The time clock in a real browser: punching, correcting a punch, and the manager who approves it. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, phone, test } from './people';

const hours = (page: Page) => page.getByRole('region', { name: /^(Your hours|Sus horas)$/ });

/** The period in which a punch out was forgotten: this one or the one before. */
async function openGap(page: Page): Promise<void> {
  await page.goto('/time/swipeclock');
  await expect(hours(page).getByRole('listitem').first()).toBeVisible();
  const gap = hours(page).getByText(/^(No clock-out|Falta la salida)$/);
  if ((await gap.count()) === 0)
    await page.getByRole('button', { name: /^(Previous pay period|Período de pago anterior)$/ }).click();
  await expect(gap.first()).toBeVisible();
}

test('hugo punches a day, corrects a forgotten punch, and mina approves it', { tag: '@postgres' }, async ({
  person,
}) => {
  const hugo = await person('hugo');
  await hugo.goto('/time');
  await hugo.getByRole('link', { name: 'Time clock' }).click();
  await expect(hugo.getByText('Clocked out')).toBeVisible();
  await hugo.getByRole('button', { name: 'Clock in' }).press('Enter');
  await expect(hugo.getByText('You’re clocked in.').last()).toBeVisible();
  // The focus goes on to what can be done next.
  await expect(hugo.getByRole('button', { name: 'Start a break' })).toBeFocused();
  await hugo.keyboard.press('Enter');
  await expect(hugo.getByRole('button', { name: 'End the break' })).toBeFocused();
  await hugo.keyboard.press('Enter');
  await expectAccessible(hugo);
  await hugo.getByRole('button', { name: 'Clock out' }).click();
  await expect(hugo.getByRole('button', { name: 'Clock in' })).toBeVisible();

  await openGap(hugo);
  const day = hours(hugo).getByRole('listitem').filter({ hasText: 'No clock-out' });
  await day.getByRole('button', { name: /^Correct/ }).click();
  const dialog = hugo.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send to my manager' }).click();
  await expect(dialog.getByText('Tell us what happened.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'What happened?' }).fill('Left in a hurry');
  await expectAccessible(hugo);
  await dialog.getByRole('button', { name: 'Send to my manager' }).click();
  await expect(hugo.getByText('Correction sent.').last()).toBeVisible();
  await expect(hugo.getByText(/^Out at 3:30/)).toBeVisible();

  const mina = await person('mina');
  await mina.goto('/manager/timeclock');
  await expectAccessible(mina);
  await mina
    .getByRole('row')
    .filter({ hasText: /Hugo Becker.*Out at 3:30/ })
    .getByRole('button', { name: /^Hugo Becker/ })
    .click();
  const decision = mina.getByRole('dialog', { name: 'Hugo Becker: correct a punch' });
  await decision.getByRole('textbox', { name: 'Note to the employee' }).fill('Thank you for telling.');
  await expectAccessible(mina);
  await decision.getByRole('button', { name: 'Approve' }).click();
  await expect(mina.getByText('Correction approved.').last()).toBeVisible();
  await expect(mina.getByRole('button', { name: /^Approve for Hugo Becker/ })).toHaveCount(0);

  await hugo.reload();
  await expect(hours(hugo).getByRole('listitem').first()).toBeVisible();
  await expect(hugo.getByText('No clock-out')).toHaveCount(0);
  await expect(hugo.getByText('Thank you for telling.')).toBeVisible();
});

test('between a phone and a desk, no button of the time card is cut off', async ({ person }) => {
  const elena = await person('elena', { language: 'es' });
  await elena.goto('/time/swipeclock');
  const buttons = elena.getByRole('button', { name: /^Corregir/ });
  await expect(buttons.first()).toBeVisible();
  for (const width of [1024, 900, 820, 768, 640]) {
    await elena.setViewportSize({ width, height: 900 });
    for (const button of await buttons.all()) {
      const isWhole = await button.evaluate((node) => {
        const card = node.closest('ul')?.getBoundingClientRect();
        return card !== undefined && node.getBoundingClientRect().right <= card.right;
      });
      expect(isWhole, `at ${width}`).toBe(true);
    }
  }
});

test('elena punches in Spanish on a phone, in the dark', async ({ person }) => {
  const elena = await person('elena', { ...phone, colorScheme: 'dark', language: 'es' });
  await openGap(elena);
  await elena.getByRole('button', { name: 'Registrar entrada' }).click();
  await expect(elena.getByText('Trabajando', { exact: true })).toBeVisible();
  await expectAccessible(elena);
  await elena.getByRole('button', { name: 'Registrar salida' }).click();
  await expect(elena.getByText('Fuera de turno')).toBeVisible();
});

test('where a vendor keeps the time cards, people and managers are led there', async ({ person }) => {
  const ana = await person('ana');
  await ana.goto('/time/swipeclock');
  await expect(ana.getByText('Cedar Outfitters tracks time with Asureforce')).toBeVisible();
  await expect(ana.getByRole('button', { name: 'Open Asureforce' })).toBeEnabled();
  await expect(ana.getByRole('button', { name: 'Clock in' })).toHaveCount(0);
  const marcus = await person('marcus');
  await marcus.goto('/manager/timeclock');
  await expect(marcus.getByText('Cedar Outfitters tracks time with Asureforce')).toBeVisible();
  await expectAccessible(marcus);
});
