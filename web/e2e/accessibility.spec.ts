/** Every page through axe, in two very different dresses; `make sweep` tries all the others. And none lacks room, at any size. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, phone, test } from './people';
import { expectRoom } from './room';
import { addressesOf, walk, walkers } from './walk';

async function expectInOrder(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectRoom(page);
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

test('no text lacks room in Spanish, between a phone and a desk', async ({ person }) => {
  test.setTimeout(300_000);
  const sizes = [640, 768, 900, 1024, 1280].map((width) => ({ width, height: 860 }));
  for (const kind of ['employee', 'manager', 'admin'] as const) {
    const page = await person(walkers[kind], { language: 'es' });
    await walk(page, addressesOf(kind), async () => {
      for (const size of sizes) {
        await page.setViewportSize(size);
        // Tables measure themselves, and are drawn again.
        await expect(() => expectRoom(page)).toPass({ timeout: 10_000 });
      }
    });
  }
});
