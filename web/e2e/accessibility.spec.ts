/** Every page and dialog through axe, in two very different dresses. */
import { expect, expectAccessible, phone, test } from './people';

for (const setting of [
  { name: 'in English, wide and light', language: 'en', colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  { name: 'in Spanish, on a phone and dark', language: 'es', colorScheme: 'dark', ...phone },
] as const) {
  test(`no accessibility violation ${setting.name}`, async ({ person, visitor }) => {
    test.setTimeout(180_000);
    const nobody = await visitor(setting);
    for (const path of ['/signin', '/signedout', '/landing', '/maintenance', '/error', '/nowhere']) {
      await nobody.goto(path);
      if (path === '/signin') await nobody.waitForURL(/\/login\?request=/);
      await expect(nobody.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(nobody);
    }
    for (const username of ['ana', 'victor', 'grace', 'omar', 'dana']) {
      const page = await person(username, setting);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
    }
    const marcus = await person('marcus', setting);
    await expect(marcus.getByRole('main').getByRole('button').first()).toBeVisible();
    await expectAccessible(marcus);
    await marcus.goto('/manager/menu');
    await expect(marcus.getByRole('main').getByRole('link').first()).toBeVisible();
    await expectAccessible(marcus);
    await marcus.goto('/manager/announcements');
    await expect(marcus.getByRole('button', { name: /^(Edit|Editar):/ }).first()).toBeVisible();
    await expectAccessible(marcus);
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
  });
}
