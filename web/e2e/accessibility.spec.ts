/** Every page through axe, in two very different dresses; `make sweep` tries all the others. And none is wider than its window. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, phone, test } from './people';
import { addressesOf, walk, walkers } from './walk';

async function expectInOrder(page: Page): Promise<void> {
  await expectAccessible(page);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wider, `${page.url()} is ${wider} px wider than its window`).toBeLessThanOrEqual(0);
}

// The walks are long and change nothing: each may have a worker of its own.
test.describe.configure({ mode: 'parallel' });

for (const setting of [
  { name: 'in English, wide and light', language: 'en', colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  { name: 'in Spanish, on a phone and dark', language: 'es', colorScheme: 'dark', ...phone },
] as const) {
  test(`no page has an accessibility violation ${setting.name}`, async ({ person, visitor }) => {
    test.setTimeout(900_000);
    const nobody = await visitor(setting);
    await walk(nobody, [...addressesOf('nobody'), '/nowhere'], () => expectInOrder(nobody));
    for (const kind of ['employee', 'manager', 'admin', 'idOnly'] as const) {
      const page = await person(walkers[kind], setting);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await walk(page, addressesOf(kind), () => expectInOrder(page));
    }
    const ana = await person('ana', setting);
    await ana.goto('/pay/paystub');
    await ana.getByRole('main').locator('a[href^="/pay/paystub/"]').first().click();
    await expect(ana.getByRole('main').getByRole('table').first()).toBeVisible();
    await expectAccessible(ana);
  });

  test(`no dialog of the frame has an accessibility violation ${setting.name}`, async ({ person }) => {
    test.setTimeout(180_000);
    const marcus = await person('marcus', setting);
    await marcus.goto('/manager/announcements');
    await expect(marcus.getByRole('button', { name: /^(Edit|Editar):/ }).first()).toBeVisible();
    await marcus.getByRole('button', { name: /^(New announcement|Anuncio nuevo)$/ }).click();
    await expect(marcus.getByText(/^60 (of|de) 60/)).toBeVisible();
    await marcus.getByRole('button', { name: /^(Publish|Publicar)$/ }).click();
    await expect(marcus.getByText(/^(Write a message|Escriba un mensaje)\.$/)).toBeVisible();
    await expectAccessible(marcus);
    await marcus.keyboard.press('Escape');
    await marcus
      .getByRole('button', { name: /^(Delete|Eliminar):/ })
      .first()
      .click();
    await expect(marcus.getByRole('alertdialog')).toBeVisible();
    await expectAccessible(marcus);
    await marcus.keyboard.press('Escape');
    await marcus.getByRole('button', { name: /^(Open profile menu|Abrir el menú de perfil)/ }).click();
    await expect(marcus.getByRole('radio').first()).toBeVisible();
    await expectAccessible(marcus);
    await marcus
      .getByRole('button', { name: /^(Sign out|Cerrar sesión)$/ })
      .last()
      .click();
    await expect(marcus.getByRole('alertdialog')).toBeVisible();
    await expectAccessible(marcus);
  });
}
