/** One's own profile and what a manager decides about it, in a real browser. */
import type { Page } from '@playwright/test';
import { prove, sentTo } from './factors';
import { expect, expectAccessible, expectInSight, phone, test } from './people';

test('ana asks for a new address, marcus sees before and after and approves, and ana reads it', {
  tag: '@postgres',
}, async ({ person, request: outbox }) => {
  test.setTimeout(120_000);
  const ana = await person('ana');
  await ana.goto('/profile');
  await expect(ana.getByRole('heading', { level: 1, name: 'My profile' })).toBeVisible();
  const personal = ana.getByRole('region', { name: 'Personal information' });
  await expect(personal).toContainText('Morales');
  await personal.getByRole('button', { name: 'Edit' }).click();
  const form = ana.getByRole('dialog', { name: 'Change your details' });
  await form.getByLabel('Zip code').fill('9721');
  await form.getByRole('button', { name: 'Request change' }).click();
  await expect(form.getByText('Zip code must be XXXXX or XXXXX-XXXX')).toBeVisible();
  await form.getByLabel('Zip code').fill('97214-0042');
  await form.getByRole('textbox', { name: /^Address/ }).fill('<img src=x onerror=alert(1)> 7 Elm Court');
  await form.getByRole('button', { name: 'Request change' }).click();
  await prove(ana);
  await expect(form).toBeHidden();
  expect(await sentTo(outbox, 'ana@example.com', /name or address in your profile/)).toBeTruthy();
  expect(await sentTo(outbox, 'marcus@example.com', /Ana Morales requested a profile change/)).toBeTruthy();
  await expect(personal).toContainText('A change is waiting for approval');
  // Until it is decided, nothing more can be asked about it.
  await expect(personal.getByRole('button', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true');

  const marcus = await person('marcus');
  await marcus.goto('/manager/employees/change-requests');
  await expect(marcus.getByRole('heading', { level: 1, name: 'Change requests' })).toBeVisible();
  await marcus.getByRole('button', { name: 'Open Ana Morales’s request' }).click();
  const request = marcus.getByRole('dialog', { name: 'Ana Morales' });
  const zip = request.getByRole('listitem').filter({ hasText: 'Zip code' });
  await expect(zip).toContainText('97214-0042');
  await expect(request).toContainText('<img src=x onerror=alert(1)> 7 Elm Court');
  await request.getByRole('textbox', { name: /^Note/ }).fill('Welcome to the new home.');
  await request.getByRole('button', { name: 'Approve' }).click();
  await expect(marcus.getByRole('button', { name: 'Open Ana Morales’s request' })).toBeHidden();

  await ana.reload();
  await expect(personal).toContainText('97214-0042');
  const requests = ana.getByRole('region', { name: 'Your requests' });
  await expect(requests.getByRole('listitem').first()).toContainText('Approved');
  await expect(requests).toContainText('Note: Welcome to the new home.');
  expect(await sentTo(outbox, 'ana@example.com', /Your profile change was approved/)).toBeTruthy();
});

test('ana adds somebody to call and takes them away again', async ({ person }) => {
  const ana = await person('ana');
  await ana.goto('/profile');
  const contacts = ana.getByRole('region', { name: 'Contacts' });
  await contacts.getByRole('button', { name: 'Add contact' }).click();
  const form = ana.getByRole('dialog', { name: 'Add contact' });
  await form.getByLabel('First name').fill('Rosalind');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Enter a phone number or an email address.')).toBeVisible();
  await form.getByLabel('Phone number').fill('503 555 0177');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(contacts).toContainText('(503) 555-0177');
  await contacts.getByRole('button', { name: 'Remove Rosalind' }).click();
  await ana.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(contacts).not.toContainText('Rosalind');
});

test('ana asks for another size with the keyboard alone, marcus sees both, and it stands there', async ({ person }) => {
  const ana = await person('ana');
  await ana.goto('/profile');
  const additional = ana.getByRole('region', { name: 'Additional information' });
  const size = additional.getByRole('definition').first();
  const had = (await size.textContent()) ?? '';
  await additional.getByRole('button', { name: 'Edit' }).press('Enter');
  const form = ana.getByRole('dialog', { name: 'Change additional information' });
  await form.getByRole('textbox', { name: /^Uniform size/ }).fill(' ');
  await ana.keyboard.press('Enter');
  await expect(form.getByText('Fill in this field.')).toBeVisible();
  await expect(form.getByRole('textbox', { name: /^Uniform size/ })).toBeFocused();
  await form.getByRole('textbox', { name: /^Uniform size/ }).fill('<b>XXL</b>');
  await ana.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(additional).toContainText('A change is waiting for approval');
  await expect(additional.getByRole('button', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true');
  await expect(size).toHaveText(had);

  const marcus = await person('marcus');
  await marcus.goto('/manager/employees/change-requests');
  await marcus.getByRole('button', { name: 'Open Ana Morales’s request: Uniform size' }).click();
  const request = marcus.getByRole('dialog', { name: 'Ana Morales' });
  const asked = request.getByRole('listitem').filter({ hasText: 'Uniform size' });
  await expect(asked).toContainText(`Now${had}`);
  await expect(asked).toContainText('If approved<b>XXL</b>');
  await expectAccessible(marcus);
  await request.getByRole('button', { name: 'Approve' }).click();
  await expect(request).toBeHidden();

  await ana.reload();
  await expect(size).toHaveText('<b>XXL</b>');
  await expect(ana.getByRole('region', { name: 'Your requests' }).getByRole('listitem').first()).toContainText(
    'Uniform size',
  );
});

test('marcus is asked before his note is lost, and does not decide what has moved or is decided', async ({
  person,
}) => {
  const ana = await person('ana');
  await ana.goto('/profile');
  const additional = ana.getByRole('region', { name: 'Additional information' });
  await additional.getByRole('button', { name: 'Edit' }).click();
  const form = ana.getByRole('dialog', { name: 'Change additional information' });
  await form.getByRole('textbox', { name: /^Uniform size/ }).fill('XS petite');
  await ana.keyboard.press('Enter');
  await expect(form).toBeHidden();

  const open = async (page: Page) => {
    await page.goto('/manager/employees/change-requests');
    await page.getByRole('button', { name: 'Open Ana Morales’s request: Uniform size' }).click();
    const request = page.getByRole('dialog', { name: 'Ana Morales' });
    await expect(request).toContainText('XS petite');
    return request;
  };
  const approve = { name: 'Approve' };

  // Payroll changes it in between, which no one in the demo can.
  const later = await person('marcus');
  await later.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('query OpenRequest')) return route.continue();
    const response = await route.fetch();
    return route.fulfill({
      response,
      body: (await response.text()).replaceAll('"hasMoved":false', '"hasMoved":true'),
    });
  });
  const moved = await open(later);
  await expect(moved.getByText('so you can’t approve it anymore', { exact: false })).toBeVisible();
  await expect(moved.getByRole('button', approve)).toBeHidden();
  await expectAccessible(later);

  const marcus = await person('marcus');
  const request = await open(marcus);
  const note = request.getByRole('textbox', { name: /^Note/ });
  const question = marcus.getByRole('alertdialog', { name: 'Discard what you typed?' });
  await note.fill('Ask the supplier.');
  const ways = [
    () => marcus.keyboard.press('Escape'),
    () => request.getByRole('button', { name: 'Close' }).click(),
    () => marcus.mouse.click(20, 20),
  ];
  for (const leave of ways) {
    await leave();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toBeHidden();
    await expect(note).toHaveValue('Ask the supplier.');
  }

  await moved.getByRole('button', { name: 'Deny' }).click();
  await expect(moved).toBeHidden();
  await request.getByRole('button', approve).click();
  await expect(request.getByText('Marcus Bell already denied this request. Nothing changed.')).toBeVisible();
  await expect(marcus.getByText('Failed to submit change request decision')).toHaveCount(0);
  await expect(request.getByRole('button', approve)).toBeHidden();
  await expect(request.getByRole('button', { name: 'Deny' })).toBeHidden();
  // The button that was pressed is gone, and the focus with it.
  await note.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(request).toBeHidden();
  await expect(marcus.getByRole('button', { name: 'Open Ana Morales’s request: Uniform size' })).toBeHidden();
});

test('elena asks in Spanish, on a phone, for another allowance, and priya denies it', async ({ person }) => {
  const elena = await person('elena', { ...phone, colorScheme: 'dark', language: 'es' });
  await elena.goto('/profile');
  const additional = elena.getByRole('region', { name: 'Información adicional' });
  await additional.getByRole('button', { name: 'Editar' }).click();
  const form = elena.getByRole('dialog', { name: 'Cambiar información adicional' });
  await expectAccessible(elena);
  const amount = form.getByRole('textbox', { name: /^Gear allowance/ });
  await amount.fill('1000000000');
  await form.getByRole('button', { name: 'Solicitar el cambio' }).click();
  await expect(form.getByText('Ingrese un monto de 0 a 999,999,999.99.')).toBeVisible();
  await amount.fill('175.5');
  await form.getByRole('button', { name: 'Solicitar el cambio' }).click();
  await expect(form).toBeHidden();
  await expect(additional).toContainText('Hay un cambio pendiente de aprobación');
  await expectAccessible(elena);
  const isWide = await elena.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(isWide).toBe(false);

  const priya = await person('priya', { language: 'es' });
  const menu = priya.getByRole('button', { name: /^Abrir el menú de perfil/ });
  await menu.click();
  await priya.getByRole('button', { name: 'Cedar Logistics' }).click();
  await expect(menu).toContainText('Cedar Logistics');
  await priya.goto('/manager/employees/change-requests');
  await priya.getByRole('button', { name: 'Abrir la solicitud de Elena Vargas: Gear allowance' }).click();
  const request = priya.getByRole('dialog', { name: 'Elena Vargas' });
  await expect(request.getByRole('listitem')).toContainText(['Si se aprueba$175.50']);
  await request.getByRole('textbox', { name: /^Nota/ }).fill('Es igual para todos.');
  await request.getByRole('button', { name: 'Rechazar' }).click();
  await expect(request).toBeHidden();

  await elena.reload();
  await expect(additional).toContainText('$150.00');
  await expect(elena.getByRole('region', { name: 'Sus solicitudes' })).toContainText('Nota: Es igual para todos.');
  await expect(additional.getByRole('button', { name: 'Editar' })).not.toHaveAttribute('aria-disabled', 'true');
});

test('elena reads in Spanish, on a phone and in the dark, why her request was denied', async ({ person }) => {
  const elena = await person('elena', { ...phone, colorScheme: 'dark', language: 'es' });
  await elena.goto('/profile');
  await expect(elena.getByRole('heading', { level: 1, name: 'Mi perfil' })).toBeVisible();
  const requests = elena.getByRole('region', { name: 'Sus solicitudes' });
  await expect(requests).toContainText('Rechazada');
  await expect(requests).toContainText('tarjeta del Seguro Social');
  await expectAccessible(elena);
  await elena.getByRole('region', { name: 'Información personal' }).getByRole('button', { name: 'Editar' }).click();
  const form = elena.getByRole('dialog');
  const zip = form.getByLabel('Código postal');
  const had = await zip.inputValue();
  await zip.fill('123');
  await form.getByRole('button', { name: 'Solicitar el cambio' }).click();
  const says = form.getByText('El código postal debe tener el formato XXXXX o XXXXX-XXXX');
  await expect(says).toBeVisible();
  await expectInSight(says);
  await expectAccessible(elena);
  // What is said above the form is seen from its end as well.
  await zip.fill(had);
  await form.getByRole('button', { name: 'Solicitar el cambio' }).click();
  await expectInSight(form.getByText('No hizo ningún cambio.'));
});

test('victor waits for marcus, whose queue speaks Spanish and passes axe', async ({ person }) => {
  const victor = await person('victor');
  await victor.goto('/profile');
  const dependents = victor.getByRole('region', { name: 'Dependents' });
  await expect(dependents).toContainText('Maja Lindqvist');
  await expect(dependents.getByRole('button', { name: 'Add dependent' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(victor);
  const marcus = await person('marcus', { ...phone, colorScheme: 'dark', language: 'es' });
  await marcus.goto('/manager/employees/change-requests');
  const asked = marcus.getByRole('button', { name: 'Abrir la solicitud de Victor Lindqvist' });
  // Victor has asked for two things: a name tells them apart for those who do not see the row.
  await expect(asked.first()).toBeVisible();
  const names = await asked.evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
  expect(names.length).toBeGreaterThan(1);
  expect(new Set(names).size).toBe(names.length);
  await asked.filter({ hasText: 'Maja' }).click();
  await expect(marcus.getByRole('dialog')).toContainText('Agregar dependiente: Maja Lindqvist');
  await expect(marcus.getByRole('dialog')).toContainText('Parentesco');
  await expectAccessible(marcus);
});

test('marcus opens the card of victor, and victor sees who looked', { tag: '@postgres' }, async ({ person }) => {
  const marcus = await person('marcus');
  await marcus.goto('/manager/employees');
  await marcus.getByRole('searchbox', { name: 'Search employees' }).fill('lindqvist');
  await marcus.getByRole('row').filter({ hasText: 'Lindqvist, Victor' }).getByRole('button').first().click();
  const card = marcus.getByRole('dialog', { name: 'Victor Lindqvist' });
  await expect(card).toContainText('Who to call');
  await expect(card).not.toContainText('Salary');
  const victor = await person('victor');
  await victor.goto('/profile');
  await expect(victor.getByRole('region', { name: 'Who viewed your data' })).toContainText(
    'Marcus Bell viewed your profile',
  );
});
