/** Tax forms in a real browser: signed, approved or denied, kept. */
import { expect, expectAccessible, phone, test } from './people';

test('evan signs a new W-4, is told what is missing, and priya decides it', { tag: '@postgres' }, async ({
  person,
}) => {
  test.setTimeout(120_000);
  const evan = await person('evan');
  await evan.goto('/pay/taxes');
  await expect(evan.getByRole('heading', { level: 1, name: 'Tax setup' })).toBeVisible();
  const federal = evan.getByRole('region', { name: 'Federal tax (Form W-4)' });
  await expect(federal).toContainText('Filing status');
  await expect(federal.getByRole('link', { name: 'Instructions and paper form W-4' })).toHaveAttribute('href', /^http/);
  await expectAccessible(evan);

  await federal.getByRole('button', { name: /^New form/ }).click();
  const form = evan.getByRole('dialog', { name: 'Federal tax (Form W-4)' });
  await form.getByRole('radio', { name: 'Head of household' }).check({ force: true });
  await form.getByLabel('Deductions').fill('1250');
  await form.getByRole('radio', { name: 'A percentage' }).check({ force: true });
  await form.getByLabel('Additional percentage per paycheck').fill('101');
  await expect(form).toContainText('Under penalties of perjury, I declare that this certificate');
  await form.getByRole('button', { name: 'Sign and submit' }).click();
  await expect(form.getByText('An additional tax limit cannot exceed 100%')).toBeVisible();
  await expect(form.getByText('This form is not valid unless you sign it.', { exact: true })).toBeVisible();
  await expectAccessible(evan);

  await form.getByLabel('Additional percentage per paycheck').fill('2');
  await form.getByLabel('Your name as your signature').fill('Somebody Else');
  await form.getByRole('button', { name: 'Sign and submit' }).click();
  await expect(form.getByText('Sign with your own first and last name.')).toBeVisible();
  const hint = (await form.getByText(/^Type .+\. This form is not valid/).textContent()) ?? '';
  await form.getByLabel('Your name as your signature').fill(hint.replace(/^Type (.+)\. This form.*$/, '$1'));
  await form.getByRole('button', { name: 'Sign and submit' }).click();
  await expect(form).toBeHidden();
  await expect(federal).toContainText('A new form is waiting for approval');
  await expect(federal.getByRole('button', { name: /^New form/ })).toHaveAttribute('aria-disabled', 'true');

  const history = evan.getByRole('list', { name: 'Signed forms' });
  await expect(history).toContainText('State tax: Oregon');
  const newest = history.getByRole('listitem').first();
  await expect(newest).toContainText('Pending');
  await newest.locator('summary').click();
  await expect(newest).toContainText('$1,250.00');
  await expect(newest).toContainText('Head of household');

  const priya = await person('priya');
  await priya.goto('/manager/employees/change-requests');
  const row = priya.getByRole('button', { name: /^Open Evan .*’s request/ }).filter({ hasText: 'new tax form' });
  await row.click();
  const request = priya.getByRole('dialog', { name: /^Evan/ });
  const taxForm = request.getByRole('region', { name: 'Federal tax (Form W-4)' });
  await expect(taxForm.getByRole('listitem').filter({ hasText: 'Filing status' })).toContainText('Head of household');
  await expect(taxForm).toContainText('$1,250.00');
  await expectAccessible(priya);
  await request.getByRole('textbox', { name: 'Note' }).fill('Please bring the worksheet.');
  await request.getByRole('button', { name: 'Deny' }).click();
  await expect(request).toBeHidden();
  await evan.reload();
  await expect(federal).not.toContainText('waiting for approval');
  await expect(history.getByRole('listitem').first()).toContainText('Denied');
});

test('elena signs hers in Spanish on a phone in the dark, and it counts at once', async ({ person }) => {
  const elena = await person('elena', { ...phone, colorScheme: 'dark', language: 'es' });
  await elena.goto('/pay/taxes');
  await expect(elena.getByRole('heading', { level: 1, name: 'Retención de impuestos' })).toBeVisible();
  await expect(elena.getByText('Texas no retiene impuesto sobre la renta')).toBeVisible();
  const federal = elena.getByRole('region', { name: 'Impuesto federal (Formulario W-4)' });
  await federal.getByRole('button', { name: /^Formulario nuevo/ }).click();
  const form = elena.getByRole('dialog', { name: 'Impuesto federal (Formulario W-4)' });
  await form.getByText('Cabeza de familia', { exact: true }).click();
  await expect(form.getByRole('radio', { name: 'Cabeza de familia' })).toBeChecked();
  await form.getByLabel('Dependientes y otros créditos').fill('2000');
  await form.getByText('De un formulario anterior a 2020').click();
  const dependents = form.getByLabel('Número de dependientes');
  await dependents.fill('1.2');
  await dependents.blur();
  await expect(dependents).toHaveValue('2');
  await expect(form).toContainText('Bajo pena de perjurio');
  const hint = (await form.getByText(/^Escriba .+\. Este formulario/).textContent()) ?? '';
  await form.getByLabel('Su nombre como firma').fill(hint.replace(/^Escriba (.+)\. Este formulario.*$/, '$1'));
  await expectAccessible(elena);
  await form.getByRole('button', { name: 'Firmar y enviar' }).click();
  await expect(form).toBeHidden();
  await expect(federal).toContainText('Cabeza de familia');
  await expect(federal).toContainText('$2,000.00');
  await expect(federal).not.toContainText('pendiente de aprobación');
  const width = await elena.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await expectAccessible(elena);
});
