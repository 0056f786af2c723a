/** The frame: everyone on every route, features that are switched off, one request for a home. The native app has native.spec.ts. */
import type { Page } from '@playwright/test';
import { type PageRow, routeTable } from '../src/app/routes';
import { expect, expectAccessible, phone, test } from './people';

const notEnabled = 'This feature is not enabled for your account. Please contact support.';

/** As following a link does: without loading the app anew. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

type Kind = 'employee' | 'manager' | 'admin' | 'payroll' | 'idOnly' | 'v2';
const people: Record<string, { home: string; kinds: readonly Kind[] }> = {
  ana: { home: '/employee/home', kinds: ['employee'] },
  victor: { home: '/home', kinds: ['employee', 'v2'] },
  marcus: { home: '/manager/home', kinds: ['manager'] },
  priya: { home: '/employee/home', kinds: ['employee', 'manager'] },
  dana: { home: '/manager/home', kinds: ['manager'] },
  omar: { home: '/accountSettings', kinds: ['idOnly'] },
  grace: { home: '/admin/home', kinds: ['admin'] },
  evan: { home: '/home', kinds: ['employee'] },
  elena: { home: '/employee/home', kinds: ['employee'] },
  hugo: { home: '/employee/home', kinds: ['employee'] },
  mina: { home: '/manager/home', kinds: ['manager'] },
};

/** The features the server has turned off for someone where they are. */
async function switchedOff(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { accessToken, companyId } = JSON.parse(sessionStorage.getItem('session') ?? '{}').state;
    const ask = async (query: string, variables: object) => {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${accessToken}` };
      const answer = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
      return (await answer.json()).data;
    };
    const { viewer } = await ask('{ viewer { tenantId } }', {});
    const { features } = await ask(
      'query ($tenantId: ID!, $companyId: ID) { features(tenantId: $tenantId, companyId: $companyId) { featureId enabled } }',
      { tenantId: viewer.tenantId, companyId },
    );
    return (features as { featureId: string; enabled: boolean }[])
      .filter(({ enabled }) => !enabled)
      .map(({ featureId }) => featureId);
  });
}

function opensFor({ meta, page, path }: PageRow, kinds: readonly Kind[], off: readonly string[]): boolean {
  if (kinds.includes('idOnly')) return path === '/accountSettings';
  if (meta.isEmployeePage && !kinds.includes('employee')) return false;
  if (meta.isManagerPage && !kinds.includes('manager')) return false;
  if (meta.isAdminPage && !kinds.includes('admin')) return false;
  if (meta.isPayrollPage && !kinds.includes('payroll')) return false;
  if (meta.isFiguresPage && !kinds.includes('payroll') && !kinds.includes('admin')) return false;
  if (meta.isV2Page && !kinds.includes('v2')) return false;
  return page !== undefined && !off.includes(meta.featurePage ?? '');
}

for (const [username, { home, kinds }] of Object.entries(people)) {
  test(`${username} lands where the guard says, on every route`, async ({ person }) => {
    const page = await person(username, { language: 'en' });
    await expect(page).toHaveURL(home);
    // The address may stand there before anybody has said who this is.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const off = await switchedOff(page);
    // The assistant's flag is off (assistant.spec.ts).
    const rows = routeTable.filter(({ meta, path }) => meta.authRequired && path !== '/assistant');
    for (const row of rows) {
      const path = row.path.replace('$id', 'unknown');
      const landing = row.path !== '/home' && opensFor(row, kinds, off) ? path : home;
      await follow(page, path);
      await expect(page, `${username} at ${path}`).toHaveURL(landing);
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('the empty path and the former central path lead Home', async ({ person }) => {
  const ana = await person('ana');
  for (const path of ['/', '/central']) {
    await ana.goto(path);
    await expect(ana).toHaveURL('/employee/home');
  }
});

test('an address in capitals, or with a slash at its end, is the page it means and obeys its guard', async ({
  person,
}) => {
  const ana = await person('ana');
  for (const [typed, landing] of [
    ['/home/', '/employee/home'],
    ['/HOME', '/employee/home'],
    ['/Manager/Home/', '/employee/home'],
  ] as const) {
    await ana.goto(typed);
    await expect(ana).toHaveURL(landing);
  }
});

test('what is below a page and is none has the title of none', async ({ visitor }) => {
  const nobody = await visitor();
  for (const path of ['/pay/nothing/here', '/v1/x']) {
    const answer = await nobody.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(nobody.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await expect(nobody).toHaveTitle('Page not found · Atrium');
  }
  expect((await nobody.goto('/pay/paystub/unknown'))?.status()).toBe(200);
});

test('the mark of an environment leaves room on the narrowest phone, at sign-in as well', async ({ visitor }) => {
  const nobody = await visitor({ viewport: { width: 320, height: 640 } });
  await nobody.route(/\/(signedout|login)/, async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace('data-environment="local"', 'data-environment="development"');
    return route.fulfill({ response, body });
  });
  for (const path of ['/signedout', '/login/signed-out']) {
    await nobody.goto(path);
    await expect(nobody.getByText('Development')).toBeVisible();
    const wider = await nobody.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wider, `${path} is ${wider} px wider than its window`).toBeLessThanOrEqual(0);
  }
});

test('a feature that is switched off leads Home and says so', async ({ person }) => {
  // Her company has no vendor in the marketplace.
  const elena = await person('elena', { language: 'en' });
  await expect(elena.getByRole('region', { name: 'Announcements' })).toBeVisible();
  await follow(elena, '/more/marketplace');
  await expect(elena).toHaveURL('/employee/home');
  await expect(elena.getByRole('alert').filter({ hasText: notEnabled })).toBeAttached();
});

test('a home asks once for all its cards', async ({ person }) => {
  const ana = await person('ana');
  await expect(ana.getByRole('region', { name: 'Announcements' }).getByRole('button').first()).toBeVisible();
  const asked: string[] = [];
  ana.on('request', (request) => {
    if (request.url().endsWith('/graphql')) asked.push((request.postDataJSON() as { query: string }).query);
  });
  await ana.reload();
  await expect(ana.getByRole('region', { name: 'Announcements' }).getByRole('button').first()).toBeVisible();
  expect(asked.filter((query) => query.includes('query Home'))).toHaveLength(1);
});

for (const [username, where, size] of [
  ['ana', 'a phone', phone],
  ['ana', 'a desk', {}],
  ['marcus', 'a phone', phone],
  ['marcus', 'a desk', {}],
] as const)
  test(`the home of ${username} stands still on ${where} while its cards arrive`, async ({ person }) => {
    const page = await person(username, { ...size, language: 'en' });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.reload();
    await expect(page.getByRole('region', { name: 'Announcements' }).getByRole('listitem').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    // A tenth of what Web Vitals call good: cards wait as high as they are going to be.
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01);
  });

test('a card that fails is the only one to fail, and Retry brings it back', async ({ person }) => {
  const marcus = await person('marcus');
  const card = marcus.getByRole('region', { name: 'Announcements' });
  await expect(card.getByRole('link', { name: 'View all' })).toBeVisible();
  await marcus.route('**/graphql', async (route) => {
    const { query, variables } = route.request().postDataJSON() as { query: string; variables?: object };
    const isAsked = query.includes('query Home') && !(variables && 'withoutAnnouncements' in variables);
    if (!isAsked) return route.continue();
    const errors = [{ message: 'no', path: ['announcements'], extensions: { code: 'INTERNAL' } }];
    return route.fulfill({ json: { data: null, errors } });
  });
  await marcus.reload();
  await expect(card.getByText('We couldn’t load this')).toBeVisible();
  await expectAccessible(marcus);
  await marcus.unroute('**/graphql');
  await card.getByRole('button', { name: 'Retry' }).click();
  await expect(card.getByRole('link', { name: 'View all' })).toBeVisible();
});

test('an outage is told once, for the whole home', async ({ person }) => {
  const ana = await person('ana');
  await expect(ana.getByRole('region', { name: 'Announcements' }).getByRole('button').first()).toBeVisible();
  await ana.route('**/graphql', (route) => {
    const { query } = route.request().postDataJSON() as { query: string };
    return query.includes('query Home') ? route.fulfill({ status: 503 }) : route.continue();
  });
  await ana.reload();
  await expect(ana.getByText('We couldn’t load your home page')).toBeVisible();
  await ana.unroute('**/graphql');
  await ana.getByRole('button', { name: 'Retry' }).click();
  await expect(ana.getByRole('region', { name: 'Announcements' }).getByRole('button').first()).toBeVisible();
});

test('one is greeted by the hour once a day, and by name after that', async ({ person }) => {
  const ana = await person('ana');
  await expect(ana.getByRole('heading', { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), Ana$/);
  await ana.reload();
  await expect(ana.getByRole('heading', { level: 1 })).toHaveText('Hello, Ana');
});

test("a phone's last tab lists every page", async ({ person }) => {
  const marcus = await person('marcus', phone);
  await marcus.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Menu' }).click();
  await expect(marcus.getByRole('heading', { level: 1, name: 'Menu' })).toBeFocused();
  await expectAccessible(marcus);
  await marcus.getByRole('main').getByRole('link', { name: 'Announcements' }).click();
  await expect(marcus).toHaveURL('/manager/announcements');
});

test('the menu marks the page one is on, and the section of a page below it', async ({ person }) => {
  const ana = await person('ana');
  const entry = (name: string) => ana.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  const groundOf = (name: string) => entry(name).evaluate((link) => getComputedStyle(link).backgroundColor);
  await expect(entry('Home')).toHaveAttribute('aria-current', 'page');
  const [marked, plain] = [await groundOf('Home'), await groundOf('Pay')];
  expect(marked).not.toBe(plain);
  await follow(ana, '/pay/paystub');
  await expect(entry('Pay')).toHaveAttribute('aria-current', 'true');
  await expect.poll(() => groundOf('Pay')).toBe(marked);
  await expect.poll(() => groundOf('Home')).toBe(plain);
});

test('a card or page that an administrator switches off is gone from home and menu', async ({ person }) => {
  const grace = await person('grace');
  const setFeatures = (fields: string) =>
    grace.evaluate(async (change) => {
      const { accessToken } = JSON.parse(sessionStorage.getItem('session') ?? '{}').state;
      const ask = async (query: string) => {
        const headers = {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${accessToken}`,
          'Idempotency-Key': crypto.randomUUID(),
        };
        const answer = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
        return (await answer.json()).data;
      };
      const { tenantId } = (await ask('{ viewer { tenantId } }')).viewer;
      const { features } = await ask(`{ features(tenantId: "${tenantId}") { featureId version } }`);
      for (const id of ['Announcements', 'Manager_announcements', 'accruals']) {
        const { version } = features.find(({ featureId }: { featureId: string }) => featureId === id);
        const feature = `{ featureId: "${id}", version: ${version}, ${change} }`;
        await ask(`mutation { updateFeature(tenantId: "${tenantId}", feature: ${feature}) { featureId } }`);
      }
    }, fields);
  await setFeatures('readOnly: true, enabled: false');
  try {
    const marcus = await person('marcus');
    await expect(marcus.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(marcus.getByRole('region', { name: 'Announcements' })).toHaveCount(0);
    await expect(marcus.getByRole('navigation', { name: 'Main' }).getByText('Announcements')).toHaveCount(0);
    await marcus.goto('/manager/announcements');
    await expect(marcus).toHaveURL('/manager/home');
    await expect(marcus.getByRole('alert').filter({ hasText: notEnabled })).toBeAttached();
    // Nothing leads to a page that is not there.
    const ana = await person('ana');
    await ana.goto('/time');
    await expect(ana.getByRole('button', { name: 'Request time off' }).first()).toBeVisible();
    await expect(ana.getByRole('link', { name: 'Time clock' })).toBeVisible();
    await expect(ana.getByRole('link', { name: 'Team calendar' })).toHaveCount(0);
  } finally {
    await setFeatures('readOnly: false, enabled: false');
  }
});

test('a v2 person stays on Home and chooses where to go', async ({ person }) => {
  const victor = await person('victor');
  await expect(victor).toHaveURL('/home');
  await expectAccessible(victor);
  await victor
    .getByRole('main')
    .getByRole('link', { name: /My work/ })
    .click();
  await expect(victor).toHaveURL('/employee/home');
});
