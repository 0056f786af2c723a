/** Time off in a real browser, as the people of the demo world use it: asking, editing, withdrawing, deciding. */
import type { Page } from '@playwright/test';
import { chooseDay, chooseDays } from './date-fields';
import { expect, expectAccessible, expectInSight, phone, test } from './people';

const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
/** One that waits for a decision: these name the employee with their code. */
const waiting = (page: Page, text: string | RegExp) => row(page, text).filter({ hasText: '#' });

async function openTime(page: Page): Promise<void> {
  await page.goto('/time');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function ask(page: Page, first: string, last: string, type = 'Unpaid'): Promise<void> {
  await openTime(page);
  await page
    .getByRole('button', { name: /^(Request time off|Solicitar tiempo libre)$/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /(Type|Tipo)$/ }).click();
  await page.getByRole('option', { name: new RegExp(`^${type}`) }).click();
  await chooseDays(page, /^(Dates|Fechas)/, first, last);
}

const send = (page: Page) => page.getByRole('button', { name: /^(Send request|Enviar solicitud)$/ }).click();

/** In the dialog that a press on Deny opens. */
async function denyBecause(page: Page, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Deny / });
  await expect(dialog.getByRole('textbox', { name: /^Reason/ })).toBeFocused();
  await page.keyboard.type(reason);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

/** Narrows a manager's queue. */
async function findAna(page: Page): Promise<void> {
  await page.goto('/manager/leaverequests');
  await page.getByRole('combobox', { name: 'Search name or code' }).fill('morales');
  await page.getByRole('option', { name: 'Ana Morales' }).click();
}

test('ana asks for days off, sees what they come to, edits one and withdraws it', { tag: '@postgres' }, async ({
  person,
}) => {
  const ana = await person('ana');
  await openTime(ana);
  await ana.getByRole('button', { name: 'Request time off' }).first().click();
  await send(ana);
  await expect(ana.getByRole('dialog').getByText('Enter both dates.').first()).toBeVisible();
  await ask(ana, '2027-03-08', '2027-03-09');
  await expect(ana.getByRole('status').filter({ hasText: '16.00 hours on 2 days' })).toBeVisible();
  await send(ana);
  await expect(ana.getByText('Your time-off request was sent to Cedar Outfitters.').last()).toBeVisible();
  await expect(row(ana, 'Mar 8')).toContainText('Pending');
  await expect(row(ana, 'Mar 8').getByRole('button', { name: /^Edit/ })).toHaveCount(0);

  await ask(ana, '2027-03-15', '2027-03-15');
  await send(ana);
  await row(ana, 'Mar 15').getByRole('button', { name: /^Edit/ }).click();
  await ana.getByText('Half days').click();
  await ana.getByRole('button', { name: 'Save changes' }).click();
  await expect(row(ana, 'Mar 15')).toContainText('4.00');
  await row(ana, 'Mar 15')
    .getByRole('button', { name: /^Withdraw/ })
    .click();
  await ana.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(row(ana, 'Mar 15')).toContainText('Canceled');
});

test('a second click on a choice that is fading away leaves the form open, and one beside the form closes it', async ({
  person,
}) => {
  const ana = await person('ana');
  await openTime(ana);
  await ana.getByRole('button', { name: 'Request time off' }).first().click();
  const form = ana.getByRole('dialog', { name: 'Request time off' });
  // As wide as a small laptop's window at a zoom of 200 %: the dates have room.
  await ana.setViewportSize({ width: 640, height: 720 });
  const dates = form.getByRole('group', { name: /^Dates/ });
  expect(await dates.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  await ana.setViewportSize({ width: 1280, height: 860 });
  const type = form.getByRole('button', { name: /Type$/ });
  const chosen = (await type.textContent()) ?? '';
  await type.click();
  // Nothing is written yet: a dialog that took this for a click beside it would simply be gone.
  await ana.getByRole('option', { selected: true }).dblclick();
  await expect(ana.getByRole('option')).toHaveCount(0);
  await expect(type).toHaveText(chosen);
  await ana.mouse.click(2, 2);
  await expect(form).toHaveCount(0);
});

test('a weekend, a day that is taken and no time at all are refused at their fields', async ({ person }) => {
  const victor = await person('victor');
  await ask(victor, '2027-03-06', '2027-03-08');
  await send(victor);
  // At the field, and in the preview once it has been asked for.
  const refusal = victor.getByText('Weekends are not allowed unless you check “Include weekends”.');
  await expect(refusal.first()).toBeVisible();
  await victor.getByText('Include weekends', { exact: true }).click();
  await expect(refusal).toHaveCount(0);
  await victor.getByText('By the hour').click();
  await victor.getByRole('textbox', { name: 'Hours per day' }).fill('0');
  await send(victor);
  await expect(victor.getByText('Choose at least one hour or minute per day.')).toBeVisible();
  // What was typed is refused or sent, never made into something else.
  const outOfRange = victor.getByText('Enter 0 to 24 hours and 0 to 59 minutes.');
  for (const [field, typed] of [
    ['Hours per day', '25'],
    ['Minutes', '75'],
  ] as const) {
    await victor.getByRole('textbox', { name: field }).fill(typed);
    await send(victor);
    await expect(outOfRange.first()).toBeVisible();
    await expect(victor.getByRole('textbox', { name: field })).toHaveValue(typed);
    await victor.getByRole('textbox', { name: field }).fill('1');
  }
  await victor.getByRole('textbox', { name: 'Minutes' }).fill('33');
  await victor.keyboard.press('Tab');
  await expect(victor.getByRole('textbox', { name: 'Minutes' })).toHaveValue('33');
  await expect(victor.getByRole('status').filter({ hasText: '4.65 hours on 3 days' })).toBeVisible();
  await victor.getByText('At a specific time').click();
  await send(victor);
  await expect(victor.getByText('Enter a time.').first()).toBeVisible();
  await victor.getByText('Whole days').click();
  await send(victor);
  await expect(victor.getByRole('dialog')).toBeHidden();
  await ask(victor, '2027-03-08', '2027-03-08');
  await send(victor);
  await expect(
    victor.getByRole('dialog').getByText('There is already a request for one of these dates.').first(),
  ).toBeVisible();
});

test('elena asks in Spanish on a phone', async ({ person }) => {
  const elena = await person('elena', { ...phone, language: 'es' });
  await ask(elena, '2027-03-08', '2027-03-08', 'Sin goce de sueldo');
  // With the buttons, not two screens further down.
  await expectInSight(elena.getByRole('status').filter({ hasText: '8.00 horas en 1 día' }));
  await elena.getByText('Medios días').click();
  await elena.getByText('Primera mitad').click();
  await expect(elena.getByRole('status').filter({ hasText: '4.00 horas en 1 día' })).toBeVisible();
  await send(elena);
  await expect(elena.getByText('Su solicitud de tiempo libre se envió a Cedar Logistics.').last()).toBeVisible();
  await expect(elena.getByText('Pendiente').first()).toBeVisible();
});

test('the balance on a day is the sum of the lines below it', async ({ person }) => {
  const ana = await person('ana');
  await ana.goto('/time/timeOffDetails');
  const rows = ana.getByRole('table').getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const shown = ana.getByRole('status').locator('span').last();
  await expect(shown).toHaveText(/\d/);
  const balance = await shown.innerText();
  await expect(rows.nth(1).getByRole('cell').last()).toHaveText(balance);
  // A day is typed piece by piece, and none of the pieces is another day.
  await chooseDay(ana, 'Balance date', '2027-02-15');
  await expect(ana.getByText('Balance on Feb 15, 2027')).toBeVisible();
});

test('a queue that has no room for a table has all its buttons in sight', async ({ person }) => {
  const marcus = await person('marcus');
  await marcus.goto('/manager/leaverequests');
  await expect(marcus.getByRole('table')).toBeVisible();
  for (const width of [1024, 768, 640]) {
    await marcus.setViewportSize({ width, height: 900 });
    await expect(marcus.getByRole('table')).toHaveCount(0);
    const buttons = marcus.getByRole('button', { name: /^(Approve|Deny) / });
    await expect(buttons.first()).toBeVisible();
    for (const button of await buttons.all()) {
      const box = await button.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width);
    }
    const scrolled = await marcus.evaluate(() => document.documentElement.scrollWidth);
    expect(scrolled, `at ${width}`).toBe(width);
  }
  await expectAccessible(marcus);
  await marcus.setViewportSize({ width: 1280, height: 900 });
  await expect(marcus.getByRole('table')).toBeVisible();
});

test('what the queue is narrowed to survives a reload, and no name is kept in the browser', async ({ person }) => {
  const marcus = await person('marcus');
  await findAna(marcus);
  const primary = marcus.getByRole('radio', { name: 'Direct', exact: true });
  await primary.check();
  await marcus.reload();
  await expect(primary).toBeChecked();
  await expect(marcus.getByRole('combobox', { name: 'Search name or code' })).toHaveValue('Ana Morales');
  const kept = await marcus.evaluate(() => sessionStorage.getItem('filters'));
  expect(kept).toContain('time-off queue');
  expect(kept).not.toMatch(/Ana|Morales/);
});

test('marcus approves in part, takes another decision back, and ana reads his note', { tag: '@postgres' }, async ({
  person,
}) => {
  const [ana, marcus] = [await person('ana'), await person('marcus')];
  await ask(ana, '2027-04-12', '2027-04-14', 'Personal');
  await send(ana);
  await expect(row(ana, 'Apr 12')).toBeVisible();

  await marcus.goto('/manager/leaverequests');
  const search = marcus.getByRole('combobox', { name: 'Search name or code' });
  await search.fill('morales');
  await marcus.getByRole('option', { name: 'Ana Morales' }).click();
  await expect(waiting(marcus, 'Apr 12')).toBeVisible();
  await waiting(marcus, 'Apr 12')
    .getByRole('button', { name: /Ana Morales #/ })
    .click();
  const dialog = marcus.getByRole('dialog');
  // All of the year's 24 hours, until a day is left out.
  const after = dialog.locator('dl > div').filter({ hasText: 'Balance after' }).getByRole('definition');
  await expect(after).toHaveText('0.00');
  await dialog.getByText('Apr 13, 2027').click();
  await expect(after).toHaveText('8.00');
  await dialog.getByRole('textbox', { name: 'Note to the employee' }).fill('Stock-taking on Tuesday.');
  await dialog.getByRole('button', { name: 'Approve 2 days' }).click();
  await expect(marcus.getByText(/^Ana Morales, .+: Partial\.$/)).toBeVisible();
  await marcus.getByRole('button', { name: /^Undo/ }).click();
  await expect(waiting(marcus, 'Apr 12')).toBeVisible();
  await waiting(marcus, 'Apr 12').getByRole('button', { name: /^Deny/ }).click();
  await denyBecause(marcus, 'Stock-taking all week.');
  await expect(marcus.getByText(/^Ana Morales, .+: Denied\.$/)).toBeVisible();
  await openTime(ana);
  await expect(row(ana, 'Apr 12')).toContainText('Denied');
  await row(ana, 'Apr 12')
    .getByRole('button', { name: /Apr 12/ })
    .first()
    .click();
  await expect(ana.getByRole('dialog').getByText('Stock-taking all week.')).toBeVisible();
});

test('a slow double click decides on one request, and each of two decisions can be taken back', async ({ person }) => {
  const [ana, marcus] = [await person('ana'), await person('marcus')];
  for (const day of ['2027-05-03', '2027-05-04', '2027-05-05']) {
    await ask(ana, day, day);
    await send(ana);
    await expect(ana.getByRole('dialog')).toBeHidden();
  }
  await findAna(marcus);
  const approve = (day: string) => waiting(marcus, day).getByRole('button', { name: /^Approve/ });
  await expect(approve('May 3')).toBeVisible();
  await approve('May 3').scrollIntoViewIfNeeded();
  const tableTop = async () => (await marcus.getByRole('table').first().boundingBox())?.y;
  const top = await tableTop();
  const { x, y, width, height } = (await approve('May 3').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = [x + width / 2, y + height / 2] as const;
  await marcus.mouse.click(...at);
  await expect(waiting(marcus, 'May 3')).toBeHidden();
  await marcus.mouse.click(...at);
  await expect(marcus.getByText('Ana Morales, May 3, 2027: Approved.')).toHaveCount(1);
  // The bar lies over the page: nothing has moved under the pointer.
  expect(await tableTop()).toBe(top);
  for (const day of ['May 4', 'May 5']) await expect(waiting(marcus, day)).toBeVisible();

  await marcus.waitForTimeout(1_100);
  await approve('May 4').click();
  await expect(marcus.getByRole('status').filter({ hasText: /^2 approved\.$/ })).toBeVisible();
  expect(await tableTop()).toBe(top);
  await expectAccessible(marcus);
  const undo = marcus.getByRole('button', { name: /^Undo/ });
  await expect(undo).toHaveText(['Undo last', 'Undo all']);
  await undo.first().press('Enter');
  await expect(waiting(marcus, 'May 4')).toBeVisible();
  await expect(undo).toHaveText(['Undo']);
  await undo.click();
  await expect(waiting(marcus, 'May 3')).toBeVisible();
  await expect(undo).toHaveCount(0);
});

test('marcus decides in one tab what stands open in another, and is told there', async ({ person }) => {
  const [ana, marcus] = [await person('ana'), await person('marcus')];
  for (const day of ['2027-05-10', '2027-05-11', '2027-05-12']) {
    await ask(ana, day, day);
    await send(ana);
    await expect(ana.getByRole('dialog')).toBeHidden();
  }
  const other = await marcus.context().newPage();
  for (const page of [marcus, other]) {
    await page.goto('/manager/leaverequests');
    await page.getByRole('combobox', { name: 'Search name or code' }).fill('morales');
    await page.getByRole('option', { name: 'Ana Morales' }).click();
  }
  await waiting(marcus, 'May 10')
    .getByRole('button', { name: /Ana Morales #/ })
    .click();
  await waiting(other, 'May 10')
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect(waiting(other, 'May 10')).toBeHidden();
  const dialog = marcus.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Note to the employee' }).fill('Sorry.');
  await dialog.getByRole('button', { name: 'Deny' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'already decided: ' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Deny' })).toHaveCount(0);
  await expectAccessible(marcus);
  await dialog.getByRole('button', { name: 'Close' }).click();

  // Who decides by keyboard goes on with the same of the next row; a row that is decided already says by whom.
  const deny = (page: Page, day: string) => row(page, day).getByRole('button', { name: /^Deny/ });
  await deny(other, 'May 11').press('Enter');
  await denyBecause(other, '');
  await expect(waiting(other, 'May 11')).toBeHidden();
  await expect(deny(other, 'May 12')).toBeFocused();
  await deny(marcus, 'May 11').click();
  // The toast stays for two seconds, which may be over once the dialog has faded away.
  const told = 'Ana Morales, May 11, 2027: Marcus Bell already decided: Denied. Nothing changed.';
  await Promise.all([
    expect(marcus.getByRole('alert', { includeHidden: true }).filter({ hasText: told })).toBeAttached(),
    denyBecause(marcus, ''),
  ]);
});

test('the way back does not take a request that is being written', async ({ person }) => {
  const ana = await person('ana', { ...phone, language: 'es', colorScheme: 'dark' });
  await ana.getByRole('link', { name: 'Tiempo', exact: true }).click();
  await expect(ana).toHaveURL(/\/time$/);
  await ana.getByRole('button', { name: 'Solicitar tiempo libre' }).first().click();
  const notes = ana.getByRole('dialog').getByRole('textbox', { name: /^Notas?/ });
  await notes.fill('Viaje');
  await ana.goBack({ waitUntil: 'commit' }).catch(() => null);
  const question = ana.getByRole('alertdialog', { name: '¿Descartar lo que escribió?' });
  await question.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(notes).toHaveValue('Viaje');
  await ana.goBack({ waitUntil: 'commit' }).catch(() => null);
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect(notes).toHaveCount(0);
});

test('a decision made offline keeps its row and says that it was not saved', async ({ person }) => {
  const marcus = await person('marcus');
  await marcus.goto('/manager/leaverequests');
  const approve = marcus.getByRole('button', { name: /^Approve / });
  await expect(approve.nth(1)).toBeVisible();
  const [count, first] = [await approve.count(), (await approve.first().getAttribute('aria-label')) ?? ''];
  await marcus.context().setOffline(true);
  await approve.first().click();
  const told = marcus.getByRole('status').filter({ hasText: 'You’re offline. Your decision wasn’t saved.' });
  await expectInSight(told);
  await expect(approve).toHaveCount(count);
  await expectAccessible(marcus);
  // From the dialog too, where the reason stays.
  await marcus
    .getByRole('button', { name: /^Deny / })
    .first()
    .click();
  const dialog = marcus.getByRole('dialog', { name: /^Deny / });
  await dialog.getByRole('textbox').fill('Stock-taking.');
  await dialog.getByRole('button', { name: 'Deny' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('You’re offline. Your decision wasn’t saved.');
  await expect(dialog.getByRole('textbox')).toHaveValue('Stock-taking.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await marcus.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();

  await approve.first().click();
  await expect(told).toBeVisible();
  await marcus.context().setOffline(false);
  await marcus.getByRole('button', { name: 'Try again' }).click();
  await expect(marcus.getByRole('button', { name: first })).toHaveCount(0);
  await expect(told).toHaveCount(0);
  await marcus.getByRole('button', { name: 'Undo' }).click();
  await expect(marcus.getByRole('button', { name: first })).toBeVisible();
});

test('a decision whose answer was lost says so, and the same attempt tells what became of it', async ({ person }) => {
  const marcus = await person('marcus');
  await marcus.goto('/manager/leaverequests');
  const keys: string[] = [];
  await marcus.route('**/graphql', async (route) => {
    const { query } = route.request().postDataJSON() as { query: string };
    if (!query.includes('DecideTimeOffRequests')) return route.continue();
    keys.push((await route.request().headerValue('Idempotency-Key')) ?? '');
    if (keys.length > 1) return route.continue();
    // The server decides; its answer gets lost.
    await route.fetch();
    return route.abort();
  });
  await marcus
    .getByRole('button', { name: /^Approve / })
    .first()
    .click();
  await expectInSight(marcus.getByRole('status').filter({ hasText: /^The connection dropped, so we can’t tell/ }));
  await marcus.getByRole('button', { name: 'Try again' }).click();
  await expect(marcus.getByRole('status').filter({ hasText: /: Approved\.$/ })).toBeVisible();
  expect(keys[1]).toBe(keys[0]);
  await marcus.getByRole('button', { name: 'Undo' }).click();
  await expect(marcus.getByText('Decision undone.').last()).toBeVisible();
});

for (const key of ['Enter', 'Tab']) {
  test(`marcus types a name and ${key} chooses who was found; words that find nobody stay`, async ({ person }) => {
    const marcus = await person('marcus');
    await marcus.goto('/manager/leaverequests');
    const search = marcus.getByRole('combobox', { name: 'Search name or code' });
    await search.fill('nobody of this name');
    await expect(marcus.getByRole('option')).toHaveText(['No matches']);
    await search.press(key);
    await expect(search).toHaveValue('nobody of this name');
    // Pressed before the server has answered: it counts for the answer, not for what was listed before.
    await search.fill('morales');
    await search.press(key);
    await expect(search).toHaveValue('Ana Morales');
    await expect(marcus.getByRole('button', { name: 'Enter time off' })).toBeVisible();
    await expect(marcus.getByRole('row').filter({ hasText: '#' }).filter({ hasNotText: 'Ana Morales' })).toHaveCount(0);
  });
}

test('of two who approve, the first answers for all days with a note, and the second may choose among them', {
  tag: '@postgres',
}, async ({ person }) => {
  const ana = await person('ana');
  await ask(ana, '2027-08-02', '2027-08-03', 'Parental');
  await send(ana);
  await expect(row(ana, 'Aug 2')).toContainText('Pending');

  const marcus = await person('marcus');
  await findAna(marcus);
  await waiting(marcus, 'Aug 2')
    .getByRole('button', { name: /Ana Morales #/ })
    .click();
  const first = marcus.getByRole('dialog', { name: 'Ana Morales: Parental' });
  await expect(first.getByText(/^Two people must approve this/)).toBeVisible();
  await expect(first.getByRole('checkbox')).toHaveCount(0);
  const note = first.getByRole('textbox', { name: 'Note to the employee' });
  await note.fill('x'.repeat(501));
  await first.getByRole('button', { name: 'Approve' }).click();
  await expect(marcus.getByText('Notes can be up to 500 characters.').first()).toBeVisible();
  await expect(note).toHaveValue('x'.repeat(501));
  await note.fill('Congratulations!');
  await first.getByRole('button', { name: 'Approve' }).click();
  await expect(first).toBeHidden();
  await expect(marcus.getByText(/^Ana Morales, .+: First approval given\.$/)).toBeVisible();

  const dana = await person('dana');
  await dana.goto('/manager/leaverequests');
  await waiting(dana, 'Aug 2')
    .getByRole('button', { name: /Ana Morales #/ })
    .click();
  const second = dana.getByRole('dialog', { name: 'Ana Morales: Parental' });
  await expect(second.getByText('Note from Marcus Bell')).toBeVisible();
  await expect(second.getByText('Congratulations!')).toBeVisible();
  await second.getByText('Aug 3, 2027').click();
  await second.getByRole('button', { name: 'Approve 1 day' }).click();
  await expect(dana.getByText(/^Ana Morales, .+: Partial\.$/)).toBeVisible();
});

test('what marcus enters where two approve waits for the other one, and he is told so', async ({ person }) => {
  const marcus = await person('marcus');
  await findAna(marcus);
  await marcus.getByRole('button', { name: 'Enter time off' }).click();
  const form = marcus.getByRole('dialog', { name: 'Enter time off: Ana Morales' });
  await expect(form.getByText('Ana Morales will see this.')).toBeVisible();
  await expect(form.getByText(/Only Ana Morales and the people who decide the request can open it\.$/)).toBeVisible();
  await form.getByRole('button', { name: /Type$/ }).click();
  await marcus.getByRole('option', { name: /^Parental/ }).click();
  await chooseDays(marcus, /^Dates/, '2027-08-16', '2027-08-16');
  await form.getByRole('button', { name: 'Enter time off' }).click();
  await expect(marcus.getByText('Time off entered. A second person must approve it.').last()).toBeVisible();
});

test('marcus changes a request of ana that waits', async ({ person }) => {
  const [ana, marcus] = [await person('ana'), await person('marcus')];
  await ask(ana, '2027-04-20', '2027-04-20');
  await ana.getByText('Half days').click();
  await ana.getByText('First half').click();
  await send(ana);
  await expect(row(ana, 'Apr 20')).toContainText('4.00');
  await findAna(marcus);
  await waiting(marcus, 'Apr 20')
    .getByRole('button', { name: /Ana Morales #/ })
    .click();
  await expect(marcus.getByRole('dialog').getByText('First half')).toBeVisible();
  await marcus.getByRole('dialog').getByRole('button', { name: 'Edit' }).click();
  const form = marcus.getByRole('dialog', { name: 'Edit request: Ana Morales' });
  await expect(form.getByRole('radio', { name: 'First half' })).toBeChecked();
  await form.getByText('Second half').click();
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(marcus.getByText('Request changed.').last()).toBeVisible();
  await openTime(ana);
  await row(ana, 'Apr 20')
    .getByRole('button', { name: /Apr 20/ })
    .first()
    .click();
  await expect(ana.getByRole('dialog').getByText('Second half')).toBeVisible();
});

test('what marcus entered is approved, and he changes and withdraws it where he entered it', async ({ person }) => {
  const marcus = await person('marcus');
  await findAna(marcus);
  await marcus.getByRole('button', { name: 'Enter time off' }).click();
  const form = marcus.getByRole('dialog', { name: 'Enter time off: Ana Morales' });
  await chooseDays(marcus, /^Dates/, '2027-09-14', '2027-09-14');
  await form.getByRole('button', { name: 'Enter time off' }).click();
  const hers = marcus.getByRole('region', { name: 'Ana Morales’s requests' });
  const entered = hers.getByRole('row').filter({ hasText: 'Sep 14, 2027' });
  await expect(entered).toContainText('Approved');
  await entered.getByRole('button', { name: /^Edit/ }).click();
  const edit = marcus.getByRole('dialog', { name: 'Edit request: Ana Morales' });
  await edit.getByText('Half days').click();
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expect(entered).toContainText('4.00');
  await entered.getByRole('button', { name: /^Withdraw/ }).click();
  await marcus.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(entered).toContainText('Canceled');
});

test('several are decided at once, and approvals are delegated and taken back', { tag: '@postgres' }, async ({
  person,
}) => {
  const marcus = await person('marcus');
  await marcus.goto('/manager/leaverequests');
  const boxes = marcus.getByRole('checkbox', { name: /^Select / });
  await expect(boxes.nth(2)).toBeVisible();
  await boxes.nth(1).focus();
  await marcus.keyboard.press('Space');
  await boxes.nth(2).check({ force: true });
  await marcus.getByRole('button', { name: 'Approve selected' }).click();
  await expect(marcus.getByText('2 approved.')).toBeVisible();

  await marcus.getByRole('button', { name: 'Delegate approvals' }).click();
  const dialog = marcus.getByRole('dialog');
  await dialog.getByRole('button', { name: /Who decides/ }).click();
  await marcus.getByRole('option', { name: 'Dana Whitfield' }).click();
  await dialog.getByRole('button', { name: 'Delegate', exact: true }).click();
  await expect(dialog.getByText('Dana Whitfield decides for you')).toBeVisible();
  const dana = await person('dana');
  await dana.goto('/manager/home');
  await dana.getByRole('button', { name: /^Notices/ }).click();
  await dana.getByRole('button', { name: /^Unread: You decide time-off requests for Marcus Bell/ }).click();
  await expect(dana).toHaveURL(/\/manager\/leaverequests/);
  await dialog.getByRole('button', { name: 'Delegate', exact: true }).click();
  await expect(dialog.getByText('This person already decides for you on these days.')).toBeVisible();
  await chooseDays(marcus, /^From – to/, '2026-11-02', '2026-11-06');
  await dialog.getByRole('button', { name: 'Delegate', exact: true }).click();
  await expect(dialog.getByText('The end date can’t be in the past.')).toBeVisible();
  await dialog.getByRole('button', { name: /^End: Dana/ }).click();
  await expect(dialog.getByText('Dana Whitfield decides for you')).toBeHidden();
});

test('on a phone, what is picked or decided far down the list is acted on without scrolling back', async ({
  person,
}) => {
  const marcus = await person('marcus', phone);
  await marcus.goto('/manager/leaverequests');
  const boxes = marcus.getByRole('checkbox', { name: /^Select / });
  await expect(boxes.nth(5)).toBeAttached();
  await boxes.nth(5).focus();
  await marcus.keyboard.press('Space');
  await expectInSight(marcus.getByRole('button', { name: 'Approve selected' }));
  await marcus
    .getByRole('button', { name: /^Deny / })
    .nth(5)
    .click();
  await denyBecause(marcus, '');
  const undo = marcus.getByRole('button', { name: /^Undo/ });
  await expectInSight(undo);
  await undo.click();
  await expect(marcus.getByText('Decision undone.').last()).toBeVisible();
});

test('priya finds somebody of her other company by keyboard, where filters are off', async ({ person }) => {
  const priya = await person('priya');
  await priya.goto('/manager/leaverequests');
  const direct = priya.getByRole('radio', { name: 'Direct', exact: true });
  await expect(direct).toBeEnabled();
  const search = priya.getByRole('button', { name: /^Search company and employee: Cedar Outfitters/ });
  await search.press('Enter');
  const popover = priya.getByRole('dialog', { name: 'Search company and employee' });
  await expect(popover.getByRole('searchbox', { name: 'Search company' })).toBeFocused();
  await expectAccessible(priya);
  await priya.keyboard.type('LOGIST');
  await priya.keyboard.press('Enter');
  await expect(popover.getByRole('button', { name: /^Cedar Logistics/ })).toHaveAttribute('aria-current', 'true');
  const employee = popover.getByRole('searchbox', { name: 'Search name or code' });
  for (let tabs = 0; tabs < 3 && !(await employee.evaluate((field) => field === document.activeElement)); tabs += 1)
    await priya.keyboard.press('Tab');
  await expect(employee).toBeFocused();
  await priya.keyboard.type('elena');
  await expect(popover.getByRole('button', { name: /^Elena / })).toBeVisible();
  await priya.keyboard.press('Enter');
  await expect(popover).toBeHidden();
  await expect(priya.getByRole('button', { name: /Cedar Logistics · Elena/ })).toBeVisible();
  await expect(waiting(priya, 'Elena').first()).toBeVisible();
  await expect(priya.getByRole('row').filter({ hasText: '#' }).filter({ hasNotText: 'Elena' })).toHaveCount(0);
  await expect(direct).toBeDisabled();
  await expect(priya.getByText('Filters are off above 200 employees. Search instead.')).toBeVisible();
  await expectAccessible(priya);
});

for (const setting of [
  { name: 'in English, wide and light', language: 'en', colorScheme: 'light', viewport: { width: 1280, height: 860 } },
  { name: 'in Spanish, on a phone and dark', language: 'es', colorScheme: 'dark', ...phone },
] as const) {
  test(`no accessibility violation ${setting.name}`, async ({ person }) => {
    test.setTimeout(120_000);
    const ana = await person('ana', setting);
    await openTime(ana);
    await expect(ana.getByText(/^(Approved|Aprobada)$/).first()).toBeVisible();
    await expectAccessible(ana);
    await ana
      .getByRole('button', { name: /^(Request time off|Solicitar tiempo libre)$/ })
      .first()
      .click();
    await chooseDays(ana, /^(Dates|Fechas)/, '2027-06-07', '2027-06-08');
    await expectInSight(ana.getByRole('status').filter({ hasText: /hours on|horas en/ }));
    await expectAccessible(ana);
    await ana.goto('/time/timeOffDetails');
    await expect(ana.getByText(/^(Earned|Acumulado)$/).first()).toBeVisible();
    await expectAccessible(ana);
    const marcus = await person('marcus', setting);
    await marcus.goto('/manager/leaverequests');
    await expect(marcus.getByRole('button', { name: /^(Approve|Aprobar):? / }).first()).toBeVisible();
    await expectAccessible(marcus);
  });
}
