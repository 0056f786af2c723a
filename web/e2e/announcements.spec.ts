/** Announcements in a real browser, as the people of the demo world use them. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, phone, test } from './people';

/** Ana works in the Footwear team of Sales Floor; Victor in Customer Care. */
const anasDepartment = 'Sales Floor';
const anotherDepartment = 'Customer Care';

let written = 0;
/** A text that no other test writes. */
function unique(words: string): string {
  written += 1;
  return `${words} (${Date.now() % 1_000_000}-${written})`;
}

async function openAnnouncements(page: Page): Promise<void> {
  await page.goto('/manager/announcements');
  await expect(page.getByRole('heading', { level: 1, name: 'Announcements' })).toBeVisible();
}

async function startWriting(page: Page, message: string): Promise<void> {
  await openAnnouncements(page);
  await page.getByRole('button', { name: 'New announcement' }).first().click();
  await page.getByRole('textbox', { name: 'Message' }).fill(message);
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function write(page: Page, message: string, department?: string): Promise<void> {
  await startWriting(page, message);
  if (department) await choose(page, 'Department', department);
  await publish(page);
  await expect(row(page, message.split('\n', 1)[0] ?? '')).toBeVisible();
}

const row = (page: Page, message: string) => page.getByRole('row').filter({ hasText: message });

const startEditing = (page: Page, message: string) => page.getByRole('button', { name: `Edit: ${message}` }).click();

test('marcus writes for one department, sees how many it reaches, and only its people read it', {
  tag: '@postgres',
}, async ({ person }) => {
  const marcus = await person('marcus');
  const forAna = unique('Stock count on Sunday');
  await startWriting(marcus, forAna);
  const audience = marcus.getByRole('region', { name: 'Who will see it' });
  await expect(audience).toContainText('60 of 60 people');
  await choose(marcus, 'Department', anasDepartment);
  await expect(audience).not.toContainText('60 of 60 people');
  await expect(audience).toContainText(/^.*\d+ of 60 people/);
  await expect(audience.getByRole('meter')).toHaveCount(1);
  await expect(audience.getByRole('meter', { name: anasDepartment })).toBeVisible();
  await expect(audience).toContainText(/Including \d+ of your reports: \w+/);
  await expect(marcus.getByRole('region', { name: 'How it will look' })).toContainText(forAna);
  await publish(marcus);
  await expect(row(marcus, forAna)).toContainText('Current');
  await expect(row(marcus, forAna)).toContainText(`Department ${anasDepartment}`);
  await expect(row(marcus, forAna)).toContainText('By Marcus Bell');

  const notForAna = unique('New phone system');
  await write(marcus, notForAna, anotherDepartment);

  const ana = await person('ana');
  await expect(ana.getByText(forAna)).toBeVisible();
  await expect(ana.getByText(notForAna)).toBeHidden();

  const victor = await person('victor');
  await victor.goto('/employee/home');
  await expect(victor.getByText(notForAna)).toBeVisible();
  await expect(victor.getByText(forAna)).toBeHidden();
});

test('the selects narrow each other along the organization tree', async ({ person }) => {
  const marcus = await person('marcus');
  await startWriting(marcus, unique('Never published'));
  await choose(marcus, 'Department', anasDepartment);
  await choose(marcus, 'Division', 'Operations');
  await expect(marcus.getByRole('button', { name: 'Department' })).toContainText('All departments');
  await marcus.getByRole('button', { name: 'Department' }).click();
  await expect(marcus.getByRole('option')).toHaveText(['All departments', 'People & Pay', 'Merchandising']);
});

test('an announcement for a later day is scheduled, and nobody reads it yet', async ({ person }) => {
  const marcus = await person('marcus');
  const message = unique('Winter party');
  await startWriting(marcus, message);
  const dates = marcus.getByRole('group', { name: 'Shown from – until' });
  for (const [index, value] of ['12', '01', '2026', '12', '20', '2026'].entries()) {
    await dates.getByRole('spinbutton').nth(index).click();
    await marcus.keyboard.type(value);
  }
  await publish(marcus);
  await expect(row(marcus, message)).toContainText('Scheduled');
  await expect(row(marcus, message)).toContainText('Dec 1 – 20, 2026');

  const ana = await person('ana');
  await expect(ana.getByRole('heading', { name: 'Announcements' })).toBeVisible();
  await expect(ana.getByText(message)).toBeHidden();
});

test('reading the whole text', async ({ person }) => {
  const marcus = await person('marcus');
  const title = unique('Parking');
  await write(marcus, `${title}\nFirst paragraph.\n\nThe last line of all.`);
  const ana = await person('ana');
  await ana.getByRole('button', { name: title }).click();
  const dialog = ana.getByRole('dialog', { name: title });
  await expect(dialog).toContainText('The last line of all.');
  await expect(dialog).toContainText('Shown until Nov 30, 2026');
  await ana.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(ana.getByRole('button', { name: title })).toBeFocused();
});

test('an employee reads what the home page has no room for', async ({ person }) => {
  const marcus = await person('marcus');
  const first = unique('Older than five others');
  await write(marcus, first);
  for (let count = 0; count < 5; count += 1) await write(marcus, unique('Newer'));
  const ana = await person('ana');
  await expect(ana.getByRole('heading', { name: 'Announcements' })).toBeVisible();
  await ana.getByRole('button', { name: 'View all' }).click();
  const all = ana.getByRole('dialog', { name: 'Announcements' });
  await expect(all.getByText(first)).toBeVisible();
  await expectAccessible(ana);
});

test('marcus edits and deletes', { tag: '@postgres' }, async ({ person }) => {
  const marcus = await person('marcus');
  const before = unique('Lunch at noon');
  const after = unique('Lunch at one');
  await write(marcus, before);
  await startEditing(marcus, before);
  await expect(marcus.getByRole('textbox', { name: 'Message' })).toHaveValue(before);
  await marcus.getByRole('textbox', { name: 'Message' }).fill(after);
  await marcus.getByRole('button', { name: 'Save changes' }).click();
  await expect(row(marcus, after)).toBeVisible();
  await expect(row(marcus, before)).toBeHidden();

  await marcus.getByRole('button', { name: `Delete: ${after}` }).click();
  const question = marcus.getByRole('alertdialog', { name: `Delete “${after}”?` });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(marcus, after)).toBeVisible();
  await marcus.getByRole('button', { name: `Delete: ${after}` }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(row(marcus, after)).toBeHidden();
  await expect(marcus.locator('[data-row-lead]:focus')).toHaveCount(1);
  await marcus.reload();
  await expect(marcus.getByRole('row').nth(1)).toBeVisible();
  await expect(row(marcus, after)).toBeHidden();
});

test.describe('when marcus and priya edit the same announcement', () => {
  async function bothEdit(person: (username: string) => Promise<Page>) {
    const marcus = await person('marcus');
    const original = unique('Doors open at eight');
    await write(marcus, original);
    const priya = await person('priya');
    await openAnnouncements(priya);
    await startEditing(priya, original);
    await startEditing(marcus, original);

    const hers = unique('Doors open at nine');
    await priya.getByRole('textbox', { name: 'Message' }).fill(hers);
    await priya.getByRole('button', { name: 'Save changes' }).click();
    await expect(row(priya, hers)).toBeVisible();

    const his = unique('Doors open at ten');
    await marcus.getByRole('textbox', { name: 'Message' }).fill(his);
    await marcus.getByRole('button', { name: 'Save changes' }).click();
    const conflict = marcus.getByRole('alert').filter({ hasText: 'Priya Raman changed this announcement' });
    await expect(conflict).toContainText(hers);
    await expect(conflict).toContainText(his);
    await expect(marcus.getByRole('textbox', { name: 'Message' })).toHaveValue(his);
    return { marcus, priya, conflict, hers, his };
  }

  test('he sees both versions and keeps his', async ({ person }) => {
    const { marcus, priya, conflict, hers, his } = await bothEdit(person);
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await expect(row(marcus, his)).toContainText('By Marcus Bell');
    await priya.reload();
    await expect(row(priya, his)).toBeVisible();
    await expect(row(priya, hers)).toBeHidden();
  });

  test('or takes hers', async ({ person }) => {
    const { marcus, conflict, hers } = await bothEdit(person);
    await conflict.getByRole('button', { name: 'Use theirs' }).click();
    await expect(marcus.getByRole('textbox', { name: 'Message' })).toHaveValue(hers);
    await expect(conflict).toBeHidden();
    await marcus.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(marcus, hers)).toContainText('By Priya Raman');
  });

  test('or publishes his text anew after she deleted it', async ({ person }) => {
    const marcus = await person('marcus');
    const original = unique('Gate B is closed');
    await write(marcus, original);
    await startEditing(marcus, original);
    const priya = await person('priya');
    await openAnnouncements(priya);
    await priya.getByRole('button', { name: `Delete: ${original}` }).click();
    await priya.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(row(priya, original)).toBeHidden();

    const his = unique('Gate B is open again');
    await marcus.getByRole('textbox', { name: 'Message' }).fill(his);
    await marcus.getByRole('button', { name: 'Save changes' }).click();
    await marcus.getByRole('button', { name: 'Publish mine as new' }).click();
    await expect(row(marcus, his)).toBeVisible();
  });
});

test('deleting what priya has just changed asks again and shows her words', async ({ person }) => {
  const marcus = await person('marcus');
  const original = unique('Old news');
  await write(marcus, original);
  const priya = await person('priya');
  await openAnnouncements(priya);
  await startEditing(priya, original);
  const hers = unique('Fresh news');
  await priya.getByRole('textbox', { name: 'Message' }).fill(hers);
  await priya.getByRole('button', { name: 'Save changes' }).click();
  await expect(row(priya, hers)).toBeVisible();

  await marcus.getByRole('button', { name: `Delete: ${original}` }).click();
  const question = marcus.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toContainText('Priya Raman changed this announcement in the meantime');
  await expect(question).toContainText(hers);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toBeHidden();
  await expect(row(marcus, hers)).toBeHidden();
});

test('what cannot be published is said under its field, and the first such field has the focus', async ({ person }) => {
  const marcus = await person('marcus');
  await startWriting(marcus, '   ');
  const message = marcus.getByRole('textbox', { name: 'Message' });
  const dates = marcus.getByRole('group', { name: 'Shown from – until' });
  await dates.getByRole('spinbutton').nth(3).click();
  await marcus.keyboard.type('10012026');
  await marcus.getByRole('button', { name: 'Publish' }).click();
  await expect(marcus.getByText('Write a message.')).toBeVisible();
  await expect(marcus.getByText('The end can’t be before the start.')).toBeVisible();
  await expect(message).toBeFocused();

  await message.fill('x'.repeat(2001));
  await expect(marcus.getByText('2,001 / 2,000')).toBeVisible();
  await expect(marcus.getByText('Messages can be up to 2,000 characters.')).toBeVisible();
});

test('a failure of the server loses nothing, and trying again sends the same key', async ({ person }) => {
  const marcus = await person('marcus');
  const message = unique('Sent once');
  await startWriting(marcus, message);
  const keys: (string | undefined)[] = [];
  let isDown = true;
  await marcus.route('**/graphql', async (route) => {
    const request = route.request();
    if (!request.postData()?.includes('mutation CreateMessage')) return route.continue();
    keys.push(request.headers()['idempotency-key']);
    // The first answer is lost on its way back: the server has done the work.
    if (isDown) {
      isDown = false;
      await route.fetch();
      return route.fulfill({ status: 503 });
    }
    return route.continue();
  });
  await marcus.getByRole('button', { name: 'Publish' }).click();
  await expect(marcus.getByText('What you typed is still here.')).toBeVisible();
  await expect(marcus.getByRole('textbox', { name: 'Message' })).toHaveValue(message);
  await publish(marcus);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  await expect(row(marcus, message)).toHaveCount(1);
});

test('leaving a draft asks first', async ({ person }) => {
  const marcus = await person('marcus');
  await startWriting(marcus, 'Half a thought');
  await marcus.keyboard.press('Escape');
  const question = marcus.getByRole('alertdialog', { name: 'Discard what you wrote?' });
  await question.getByRole('button', { name: 'Keep writing' }).click();
  await expect(marcus.getByRole('textbox', { name: 'Message' })).toHaveValue('Half a thought');
  await marcus.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(marcus.getByRole('dialog')).toBeHidden();
});

test('dana reads the list but cannot write, and is told why', async ({ person }) => {
  const dana = await person('dana');
  await openAnnouncements(dana);
  await expect(dana.getByRole('row').nth(1)).toBeVisible();
  const button = dana.getByRole('button', { name: 'New announcement' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.click({ force: true });
  await expect(dana.getByRole('tooltip')).toContainText('only managers with direct reports can write them');
  await expect(dana.getByRole('dialog')).toBeHidden();
  await expect(dana.getByRole('button', { name: /^(Edit|Delete):/ })).toHaveCount(0);
});

test('a long list has pages', async ({ person }) => {
  const priya = await person('priya');
  await priya.getByRole('button', { name: 'Open profile menu' }).click();
  await priya.getByRole('button', { name: 'Cedar Logistics' }).click();
  await expect(priya).toHaveURL(/\/manager\/home$/);
  await priya.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Announcements' }).click();
  const first = priya.getByRole('row').nth(1);
  await expect(first).toContainText('By Priya Raman');
  // For whom it is comes by a request of its own.
  await expect(first).toContainText('Everyone');
  const newest = (await first.textContent()) ?? '';
  await expect(priya.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  await priya.getByRole('button', { name: 'Next page' }).click();
  await expect(first).not.toHaveText(newest);
  await expect(priya.getByRole('button', { name: 'Previous page' })).toBeEnabled();
  await priya.getByRole('button', { name: 'Previous page' }).click();
  await expect(first).toHaveText(newest);
});

test('elena reads Spanish', async ({ person }) => {
  const elena = await person('elena');
  await expect(elena.locator('html')).toHaveAttribute('lang', 'es');
  await expect(elena.getByRole('heading', { level: 1 })).toHaveText(
    /^(Buenos días|Buenas tardes|Buenas noches), Elena$/,
  );
  await expect(elena.getByRole('heading', { name: 'Anuncios' })).toBeVisible();
  await elena.reload();
  await expect(elena.getByRole('heading', { name: 'Anuncios' })).toBeVisible();
});

test('a stored script is read as text and never runs', async ({ person }) => {
  const marcus = await person('marcus');
  const mark = unique('Careful');
  const script = `<script>window.ran = true</script><img src=x onerror="window.ran = true"> ${mark}`;
  await startWriting(marcus, script);
  await expect(marcus.getByRole('region', { name: 'How it will look' })).toContainText('<script>');
  await publish(marcus);
  await expect(row(marcus, mark)).toContainText('<script>window.ran = true</script>');

  const ana = await person('ana');
  await ana.getByRole('button', { name: mark }).click();
  await expect(ana.getByRole('dialog')).toContainText('<img src=x onerror="window.ran = true">');
  for (const page of [marcus, ana]) {
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    await expect(page.locator('img[src="x"]')).toHaveCount(0);
  }
});

test('writing with the keyboard alone', async ({ person }) => {
  const marcus = await person('marcus');
  const message = unique('Typed without a mouse');
  const tabTo = async (name: string | RegExp) => {
    const wanted = marcus.getByRole('button', { name }).first();
    for (let presses = 0; presses < 40; presses += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement).catch(() => false)) return;
      await marcus.keyboard.press('Tab');
    }
    throw new Error(`Tab never reached ${name}`);
  };
  await marcus.goto('/manager/announcements');
  await expect(marcus.getByRole('row').nth(1)).toBeVisible();
  await marcus.keyboard.press('Tab');
  await expect(marcus.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await marcus.keyboard.press('Enter');
  await expect(marcus.getByRole('main')).toBeFocused();
  await tabTo('New announcement');
  await marcus.keyboard.press('Enter');
  await expect(marcus.getByRole('dialog')).toBeVisible();
  await expect(marcus.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await marcus.keyboard.type(message);
  await tabTo(/^All departments|Department/);
  await marcus.keyboard.press('Enter');
  await marcus.keyboard.type(anasDepartment.slice(0, 3));
  await marcus.keyboard.press('Enter');
  await expect(marcus.getByRole('button', { name: 'Department' })).toContainText(anasDepartment);
  await tabTo('Publish');
  await marcus.keyboard.press('Enter');
  await expect(row(marcus, message)).toContainText(`Department ${anasDepartment}`);
  await expect(marcus.getByRole('button', { name: 'New announcement' })).toBeFocused();
});

test.describe('on a phone', () => {
  test('the tab bar never covers the end of the page, and nothing scrolls sideways', async ({ person }) => {
    const marcus = await person('marcus', phone);
    for (const path of ['/manager/home', '/manager/announcements']) {
      await marcus.goto(path);
      await expect(marcus.getByRole('main').getByRole('button').last()).toBeVisible();
      // The list may still grow while the page is being scrolled.
      await expect(async () => {
        await marcus.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        const content = await marcus.getByRole('main').boundingBox();
        const tabs = await marcus.getByRole('navigation', { name: 'Tabs' }).boundingBox();
        expect((content?.y ?? 0) + (content?.height ?? 0)).toBeLessThanOrEqual((tabs?.y ?? 0) + 1);
        expect(await marcus.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      }).toPass({ timeout: 20_000 });
    }
    await marcus.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Home' }).click();
    await expect(marcus).toHaveURL(/\/manager\/home$/);
  });

  test('marcus writes an announcement', async ({ person }) => {
    const marcus = await person('marcus', phone);
    const message = unique('From the bus');
    await startWriting(marcus, message);
    await publish(marcus);
    await expect(marcus.getByRole('listitem').filter({ hasText: message })).toContainText('Everyone');
  });
});
