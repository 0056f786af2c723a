/** A stored script runs nowhere: there's a probe in every free text, and every page that shows one is opened by someone who sees it. */
import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { totpNow } from './factors';
import { closed, type Probed, probed, textsOfTheSchema } from './free-text';
import { expect, test as people } from './people';
import { startWorld } from './world';

// Names and notes full of probes would be in the way of all other tests: a world of its own.
const test = people.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this very pattern.
  world: async ({}, use) => {
    const world = await startWorld();
    // Administrators hand nothing over.
    world.operate('role', '--tenant', 'Cedar Group', 'give', 'grace', 'Payroll', '--company', 'Cedar Outfitters');
    await use(world);
    await world.stop();
  },
});

/** Written and not yet seen to pass: run them with ATRIUM_PAYROLL_PROBES=1 before relying on them. */
const triesPayroll = process.env.ATRIUM_PAYROLL_PROBES !== undefined;
const payrollFields: readonly Probed[] = [
  'TimeOffPolicyInput.earningCode',
  'addImportFile.name',
  'addImportPiece.fileString',
  'changeEmployeeCode.employeeCode',
  'mapImportFile.definition',
  'rejectPayrollChange.reason',
  'saveMapping.definition',
];

const number = (field: Probed) => probed.indexOf(field);
const picture = (field: Probed) => `"><img src=x onerror=ran(${number(field)})>`;
const probe = (field: Probed) => `"><script>ran(${number(field)})</script><img src=x onerror=ran(${number(field)})>`;
/** What every probe of this field shows. */
const mark = (field: Probed) => `onerror=ran(${number(field)})`;

type Watched = { scripts: unknown[] };

/** From now on every page of this browser counts what runs, or would have but for the policy. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = globalThis as unknown as Watched & { ran: (number: number) => void };
    watched.scripts = [];
    watched.ran = (number) => watched.scripts.push(number);
    document.addEventListener('securitypolicyviolation', ({ blockedURI, sourceFile }) =>
      watched.scripts.push(`${blockedURI} ${sourceFile}`),
    );
  });
  page.on('dialog', (dialog) => {
    throw new Error(`somebody's script opened «${dialog.message()}»`);
  });
}

type Ask = (text: string, variables?: object) => Promise<unknown>;
type Api = {
  ask: Ask;
  ids: { tenantId: string; companyId: string; employeeId?: string; managerId: string };
  authorization: string;
};

/** What this person's own page may ask. Each code of their app counts once, so a proof may have to wait for the next one. */
async function askerOf(page: Page): Promise<{ ask: Ask; authorization: string }> {
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/graphql');
  await page.reload();
  const authorization = (await asked).headers().authorization ?? '';
  const ask = async (query: string, variables: object = {}) => {
    const headers = { authorization, 'idempotency-key': randomUUID() };
    const post = async (more: Record<string, string> = {}) =>
      (await page.request.post('/graphql', { headers: { ...headers, ...more }, data: { query, variables } })).json();
    let answer = await post();
    const asked = answer.errors?.[0]?.extensions;
    if (asked?.code === 'STEP_UP_REQUIRED') {
      let tries = 0;
      await expect(async () => {
        const data = { kind: 'totp', code: totpNow(undefined, tries++ % 2) };
        const proved = await page.request.post(`/step-up/${asked.challenge}`, { headers, data });
        expect(proved.status()).toBe(204);
      }).toPass({ timeout: 75_000, intervals: [500, 15_000] });
      answer = await post({ 'step-up': asked.challenge });
    }
    expect(answer.errors, JSON.stringify(answer.errors)).toBeUndefined();
    return answer.data;
  };
  return { ask, authorization };
}

async function apiOf(page: Page): Promise<Api> {
  const { ask, authorization } = await askerOf(page);
  const { viewer } = (await ask('{ viewer { tenantId personId companies { companyId employeeId } } }')) as {
    viewer: { tenantId: string; personId: string; companies: { companyId: string; employeeId: string | null }[] };
  };
  const [company] = viewer.companies;
  if (!company) throw new Error('somebody without a company');
  const ids = { tenantId: viewer.tenantId, companyId: company.companyId, managerId: viewer.personId };
  return { ask, ids: company.employeeId ? { ...ids, employeeId: company.employeeId } : ids, authorization };
}

const EMPLOYEE = 'tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId';
const MANAGER = 'tenantId: $tenantId, companyId: $companyId, managerId: $managerId';
const ofEmployee = '$tenantId: ID!, $companyId: ID!, $employeeId: ID!';
const ofManager = '$tenantId: ID!, $companyId: ID!, $managerId: ID!';

/** The calls of an employee or a manager with one input. */
function caller(api: Api, as: 'employee' | 'manager') {
  const { managerId, employeeId, ...at } = api.ids;
  const variables = as === 'employee' ? { ...at, employeeId } : { ...at, managerId };
  return (call: string, type: string, input: object, answer: string): Promise<unknown> => {
    const [head, args] = as === 'employee' ? [ofEmployee, EMPLOYEE] : [ofManager, MANAGER];
    const text = `mutation (${head}, $input: ${type}) { ${call}(${args}, input: $input) { ${answer} } }`;
    return api.ask(text, { ...variables, input });
  };
}

const seen = new Set<number>();

/** Opens a page, lets it come to rest, and looks what ran; `more` opens what is behind a press. */
async function visit(page: Page, path: string, more?: () => Promise<void>): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await more?.();
  await page.waitForLoadState('networkidle');
  const { scripts, pictures, text } = await page.evaluate(() => ({
    scripts: (globalThis as unknown as Watched).scripts,
    pictures: document.querySelectorAll('img[src="x"]').length,
    text: document.body.innerText,
  }));
  expect({ path, scripts, pictures }).toEqual({ path, scripts: [], pictures: 0 });
  for (const [, number] of text.matchAll(/onerror=ran\((\d+)\)/g)) seen.add(Number(number));
}

/** What administrators name and search for shows up in the console, in dialogs about it and in the audit trail. */
async function visitConsole(grace: Page): Promise<void> {
  const { ask } = await askerOf(grace);
  const { viewer } = (await ask('{ viewer { tenantId } }')) as { viewer: { tenantId: string } };
  const { tenantId } = viewer;
  const searched =
    'query ($tenantId: ID!, $filter: AuditFilterInput) { auditEvents(tenantId: $tenantId, filter: $filter) { results { seq } } }';
  const filter = { person: probe('AuditFilterInput.person'), action: probe('AuditFilterInput.action') };
  await ask(searched, { tenantId, filter });
  await visit(grace, '/admin/audit', async () => {
    const reads = grace.getByRole('table', { name: 'Audit trail' }).getByRole('row', { name: /Audit trail read/ });
    await expect(reads.first()).toBeVisible();
    // The page's own searches are recorded too, so this one may not be the newest.
    const dialog = grace.getByRole('dialog');
    for (const row of (await reads.all()).slice(0, 4)) {
      await row.getByRole('button').click();
      await expect(dialog).toContainText('audit.read');
      if ((await dialog.innerText()).includes('onerror')) return;
      await grace.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
    throw new Error('the trail does not show the search');
  });

  const { listRoles } = (await ask(
    'query ($tenantId: ID!) { listRoles(tenantId: $tenantId, search: "Payroll") { results { id } } }',
    { tenantId },
  )) as { listRoles: { results: { id: string }[] } };
  const { copyRole } = (await ask(
    `mutation ($tenantId: ID!, $roleId: ID!, $name: String!) {
       copyRole(tenantId: $tenantId, roleId: $roleId, name: $name) { id version } }`,
    { tenantId, roleId: listRoles.results[0]?.id, name: probe('copyRole.name') },
  )) as { copyRole: { id: string; version: number } };
  await visitRole(grace);
  await ask(
    `mutation ($tenantId: ID!, $roleId: ID!, $version: Int!, $input: RoleEditInput!) {
       editRole(tenantId: $tenantId, roleId: $roleId, version: $version, input: $input) { id } }`,
    {
      tenantId,
      roleId: copyRole.id,
      version: copyRole.version,
      input: { name: probe('RoleEditInput.name') },
    },
  );
  for (const action of ['Copy', 'Edit', 'Give role', 'Remove']) await visitRole(grace, action);
  await visitProvider(grace, ask, tenantId);
  await visitApplication(grace, ask, tenantId);
  await visitWebhook(grace, ask, tenantId);
  await visitMachine(grace, ask, tenantId);
  await visitMailTexts(grace, ask, tenantId);
  if (triesPayroll) await visitImport(grace, ask, tenantId);
  await visitNewcomer(grace, ask, tenantId);
}

/** A machine client's name, in its list and its details. */
async function visitMachine(grace: Page, ask: Ask, tenantId: string): Promise<void> {
  const input = { name: probe('MachineClientInput.name'), scopes: ['events.read'], auth: 'secret' };
  await ask(
    'mutation ($tenantId: ID!, $input: MachineClientInput!) { addMachine(tenantId: $tenantId, input: $input) { secret } }',
    { tenantId, input },
  );
  await visit(grace, '/admin/machines', async () => {
    await grace.getByRole('row').filter({ hasText: 'onerror' }).getByRole('button').first().click();
    await expect(grace.getByRole('dialog')).toContainText(mark('MachineClientInput.name'));
  });
}

/** What a tenant adds to a mail, in the list and inside the examples. */
async function visitMailTexts(grace: Page, ask: Ask, tenantId: string): Promise<void> {
  const { noticeTexts } = (await ask('query ($tenantId: ID!) { noticeTexts(tenantId: $tenantId) { kind version } }', {
    tenantId,
  })) as { noticeTexts: { kind: string; version: number }[] };
  await ask(
    `mutation ($tenantId: ID!, $english: String!, $spanish: String!, $version: Int!) {
       setNoticeText(tenantId: $tenantId, kind: welcome, english: $english, spanish: $spanish, version: $version) {
         version } }`,
    {
      tenantId,
      english: probe('setNoticeText.english'),
      spanish: probe('setNoticeText.spanish'),
      version: noticeTexts.find(({ kind }) => kind === 'welcome')?.version,
    },
  );
  await visit(grace, '/admin/portal', async () => {
    await grace.getByRole('tab', { name: 'Email texts' }).click();
    await grace.getByRole('button', { name: 'Edit the text for Welcome' }).click();
    await expect(grace.getByRole('dialog')).toContainText(mark('setNoticeText.spanish'));
  });
}

/** A file's name in the list of imports, and its cells and its mapping where someone says how it's read. */
async function visitImport(grace: Page, ask: Ask, tenantId: string): Promise<void> {
  const { startImport } = (await ask(
    'mutation ($tenantId: ID!) { startImport(tenantId: $tenantId, invites: false) { id } }',
    { tenantId },
  )) as { startImport: { id: string } };
  const cell = probe('addImportPiece.fileString').replaceAll('"', '""');
  const file = Buffer.from(`From,To,Why\n2027-08-02,2027-08-03,"${cell}"\n`);
  const { addImportFile } = (await ask(
    `mutation ($tenantId: ID!, $importId: ID!, $name: String!, $sizeBytes: Float!) {
       addImportFile(tenantId: $tenantId, importId: $importId, name: $name, sizeBytes: $sizeBytes) { id } }`,
    // No slash is let into a file's name.
    { tenantId, importId: startImport.id, name: `${picture('addImportFile.name')}.csv`, sizeBytes: file.length },
  )) as { addImportFile: { id: string } };
  const fileId = addImportFile.id;
  await ask(
    `mutation ($tenantId: ID!, $fileId: ID!, $fileString: String!) {
       addImportPiece(tenantId: $tenantId, fileId: $fileId, number: 1, fileString: $fileString) { id } }`,
    { tenantId, fileId, fileString: file.toString('base64') },
  );
  const named = probe('saveMapping.definition');
  const definition = (company: string) =>
    JSON.stringify({
      name: named,
      note: named,
      kind: 'blackouts',
      dates: 'ymd',
      columns: { first_day: 'From', last_day: 'To', reason: 'Why' },
      constants: { company },
    });
  await ask(
    'mutation ($tenantId: ID!, $definition: String!) { saveMapping(tenantId: $tenantId, definition: $definition) { name } }',
    { tenantId, definition: definition('Cedar Outfitters') },
  );
  await ask(
    `mutation ($tenantId: ID!, $fileId: ID!, $definition: String!) {
       mapImportFile(tenantId: $tenantId, fileId: $fileId, definition: $definition) { id } }`,
    { tenantId, fileId, definition: definition(probe('mapImportFile.definition')) },
  );
  await visit(grace, '/admin/import', () => expect(grace.getByText(mark('addImportFile.name')).first()).toBeVisible());
  await visit(grace, `/admin/import/${startImport.id}`, async () => {
    await grace.getByRole('button', { name: /^How to read/ }).click();
    for (const field of ['addImportPiece.fileString', 'mapImportFile.definition', 'saveMapping.definition'] as const)
      await expect(grace.getByText(mark(field)).first()).toBeAttached();
  });
}

/** Someone an administrator adds, in the list and in their details. */
async function visitNewcomer(grace: Page, ask: Ask, tenantId: string): Promise<void> {
  const { listRoles } = (await ask(
    'query ($tenantId: ID!) { listRoles(tenantId: $tenantId, search: "Identity User") { results { id } } }',
    { tenantId },
  )) as { listRoles: { results: { id: string }[] } };
  const input = {
    username: 'probe.newcomer',
    firstName: probe('NewPersonInput.firstName'),
    lastName: probe('NewPersonInput.lastName'),
    email: 'newcomer@probe.example',
    language: 'en',
    version: 'v1',
    roles: [{ roleId: listRoles.results[0]?.id }],
    invites: false,
  };
  await ask('mutation ($input: NewPersonInput!) { addPerson(input: $input) { personId } }', { input });
  await visit(grace, '/admin/people', async () => {
    await grace.getByRole('searchbox', { name: 'Name, code, email or username' }).fill('probe.newcomer');
    await grace.getByRole('row').filter({ hasText: 'onerror' }).first().click();
    await expect(grace.getByRole('dialog')).toContainText('onerror');
  });
}

/** A company's own provider, in the list and in its details. */
async function visitProvider(grace: Page, ask: Ask, tenantId: string): Promise<void> {
  const input = {
    name: probe('UpstreamInput.name'),
    issuer: 'https://id.probe.example',
    clientId: probe('UpstreamInput.clientId'),
    mailDomains: [],
  };
  await ask(
    'mutation ($tenantId: ID!, $input: UpstreamInput!) { addUpstream(tenantId: $tenantId, input: $input) { id } }',
    { tenantId, input },
  );
  await visit(grace, '/admin/sign-in', async () => {
    await grace.getByRole('row').filter({ hasText: 'onerror' }).getByRole('button').first().click();
    await expect(grace.getByRole('dialog')).toContainText('id.probe.example');
  });
}

/** An application, in the list and in its details. */
async function visitApplication(grace: Page, ask: Ask, tenantId: string): Promise<void> {
  const input = {
    code: 'PROBE',
    name: probe('ApplicationInput.name'),
    targetUrl: 'https://application.probe.example',
    auth: 'secret',
    redirectUris: ['https://application.probe.example/callback'],
    postLogoutRedirectUris: [],
    claims: [],
    isEnabled: true,
  };
  await ask(
    'mutation ($tenantId: ID!, $input: ApplicationInput!) { addApplication(tenantId: $tenantId, input: $input) { secret } }',
    { tenantId, input },
  );
  await visit(grace, '/admin/applications', async () => {
    await grace.getByRole('row').filter({ hasText: 'onerror' }).getByRole('button').first().click();
    await expect(grace.getByRole('dialog')).toContainText('application.probe.example');
  });
}

/** A webhook's name, in its list and its details. */
async function visitWebhook(grace: Page, ask: Ask, tenantId: string): Promise<void> {
  const input = {
    name: probe('WebhookInput.name'),
    url: 'https://webhook.probe.example/hooks',
    types: [],
    isEnabled: false,
  };
  await ask(
    'mutation ($tenantId: ID!, $input: WebhookInput!) { addWebhook(tenantId: $tenantId, input: $input) { secret } }',
    { tenantId, input },
  );
  await visit(grace, '/admin/events', async () => {
    await grace.getByRole('row').filter({ hasText: 'onerror' }).getByRole('button').first().click();
    await expect(grace.getByRole('dialog')).toContainText('webhook.probe.example');
  });
}

/** What an administrator names in a company shows up there, and on the pages of its people. */
async function fillCompany(grace: Page, { tenantId, companyId }: Api['ids']): Promise<void> {
  const { ask } = await askerOf(grace);
  const { addCompany } = (await ask(
    `mutation ($tenantId: ID!, $name: String!) {
       addCompany(tenantId: $tenantId, name: $name, timeZone: "America/Chicago") { id version } }`,
    { tenantId, name: probe('addCompany.name') },
  )) as { addCompany: { id: string; version: string } };
  await visit(grace, '/admin/companies');
  await ask(
    `mutation ($tenantId: ID!, $companyId: ID!, $version: String!, $input: CompanySetupInput!) {
       editCompany(tenantId: $tenantId, companyId: $companyId, version: $version, input: $input) { id } }`,
    {
      tenantId,
      companyId: addCompany.id,
      version: addCompany.version,
      input: { name: probe('CompanySetupInput.name') },
    },
  );
  await visit(grace, '/admin/companies');
  await visit(grace, `/admin/companies/${addCompany.id}`);

  const save = (call: string, type: string, input: object, more = '') =>
    ask(
      `mutation ($tenantId: ID!, $companyId: ID!, $input: ${type}!) {
         ${call}(tenantId: $tenantId, companyId: $companyId, ${more} input: $input) { __typename } }`,
      { tenantId, companyId, input },
    );
  await save('saveCompanyHoliday', 'CompanyHolidayInput', {
    day: '2026-12-07',
    name: probe('CompanyHolidayInput.name'),
    nameEs: probe('CompanyHolidayInput.nameEs'),
  });
  await save('saveCompanyBlackout', 'CompanyBlackoutInput', {
    firstDay: '2026-12-09',
    lastDay: '2026-12-10',
    reason: probe('CompanyBlackoutInput.reason'),
  });
  await save(
    'saveCompanyEntry',
    'CompanyEntryInput',
    {
      code: probe('CompanyEntryInput.code'),
      name: probe('CompanyEntryInput.name'),
      organizationType: 'Division',
    },
    'kind: organization,',
  );
  await save('saveTimeOffPolicy', 'TimeOffPolicyInput', {
    name: probe('TimeOffPolicyInput.name'),
    nameEs: probe('TimeOffPolicyInput.nameEs'),
    hasBalance: false,
    accrual: 'none',
    rates: [],
    payPeriod: 'biweekly',
    approval: 'manager',
    ...(triesPayroll && { earningCode: probe('TimeOffPolicyInput.earningCode') }),
  });
  for (const tab of ['Holidays', 'Blackout days', 'Time off', 'Organization']) {
    await visit(grace, `/admin/companies/${companyId}`, async () => {
      await grace.getByRole('tab', { name: tab, exact: true }).click();
      const row = grace.getByRole('tabpanel').getByRole('row').filter({ hasText: 'onerror' });
      // A row of the tree opens by itself; in a table, by its button.
      await (tab === 'Organization' ? row : row.getByRole('button').first()).click();
      await expect(grace.getByRole('dialog')).toBeVisible();
    });
  }
  await grace.addInitScript(() => localStorage.setItem('language', 'es'));
  await visit(grace, `/admin/companies/${companyId}`, async () => {
    await grace.getByRole('tab', { name: 'Tiempo libre' }).click();
    await expect(grace.getByRole('tabpanel').getByText('onerror').first()).toBeVisible();
  });
}

/** Another employee code, in its person's details. */
async function changeCode(
  grace: Page,
  { personId, employeeId }: { personId: string; employeeId: string },
): Promise<void> {
  const { ask } = await askerOf(grace);
  const { administeredPerson } = (await ask(
    'query ($personId: ID!) { administeredPerson(personId: $personId) { employments { employeeId version } } }',
    { personId },
  )) as { administeredPerson: { employments: { employeeId: string; version: number }[] } };
  const version = administeredPerson.employments.find((employment) => employment.employeeId === employeeId)?.version;
  await ask(
    `mutation ($employeeId: ID!, $employeeCode: String!, $version: Int!) {
       changeEmployeeCode(employeeId: $employeeId, employeeCode: $employeeCode, version: $version) { __typename } }`,
    { employeeId, employeeCode: probe('changeEmployeeCode.employeeCode'), version },
  );
  await visit(grace, '/admin/people', async () => {
    await grace.getByRole('searchbox', { name: 'Name, code, email or username' }).fill('ana@example.com');
    const row = grace.getByRole('row').filter({ hasText: 'onerror' });
    // The newcomer is there until the search is done.
    await expect(row).toHaveCount(1);
    await row.click();
    await expect(grace.getByRole('dialog')).toContainText(mark('changeEmployeeCode.employeeCode'));
  });
}

/** What payroll gets: hours under a policy's earning code, and a change that it rejects. */
async function handOver(grace: Page, { tenantId, companyId }: Api['ids']): Promise<void> {
  const { ask } = await askerOf(grace);
  const company = { tenantId, companyId };
  await ask(
    'mutation ($tenantId: ID!, $companyId: ID!) { createHandover(tenantId: $tenantId, companyId: $companyId) { id } }',
    company,
  );
  const { listPayrollChanges } = (await ask(
    `query ($tenantId: ID!, $companyId: ID!) {
       listPayrollChanges(tenantId: $tenantId, companyId: $companyId, kind: people, state: handed, limit: 100) {
         results { id firstName } } }`,
    company,
  )) as { listPayrollChanges: { results: { id: string; firstName: string }[] } };
  const changeId = listPayrollChanges.results.find(({ firstName }) => firstName.includes('onerror'))?.id;
  await ask(
    `mutation ($tenantId: ID!, $companyId: ID!, $changeId: ID!, $reason: String!) {
       rejectPayrollChange(tenantId: $tenantId, companyId: $companyId, changeId: $changeId, reason: $reason) { id } }`,
    { ...company, changeId, reason: probe('rejectPayrollChange.reason') },
  );
  await visit(grace, '/admin/handover', async () => {
    const chosen = grace.getByRole('button', { name: /Company$/ });
    await expect(chosen.or(grace.getByRole('heading', { name: 'Changes' })).first()).toBeVisible();
    if (await chosen.isVisible()) {
      await chosen.click();
      await grace.getByRole('option', { name: 'Cedar Outfitters' }).click();
    }
    await grace.getByRole('button', { name: /About$/ }).click();
    await grace.getByRole('option', { name: 'Time off', exact: true }).click();
    const rows = grace.getByRole('row').filter({ hasText: 'onerror' });
    await expect(rows.first()).toContainText('Time off');
    const dialog = grace.getByRole('dialog');
    for (const row of await rows.all()) {
      await row.getByRole('button').first().click();
      await expect(dialog).toContainText('Time off');
      if ((await dialog.innerText()).includes(mark('TimeOffPolicyInput.earningCode'))) return;
      await grace.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
    throw new Error('payroll does not get the hours under their code');
  });
}

/** The role named by a probe: its row, its drawer, and the dialog `action` opens. */
async function visitRole(page: Page, action?: string): Promise<void> {
  await visit(page, '/admin/roles', async () => {
    await page.getByRole('row').filter({ hasText: 'onerror' }).getByRole('button').first().click();
    const dialog = page.getByRole(action === 'Remove' ? 'alertdialog' : 'dialog');
    if (action) await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
    await expect(dialog.last()).toContainText('onerror');
  });
}

test('every text in the schema has a probe, or a reason no script can get there', () => {
  const ofTheSchema = probed.filter((field) => !field.startsWith('PATCH '));
  expect([...ofTheSchema, ...Object.keys(closed)].toSorted()).toEqual(textsOfTheSchema().toSorted());
});

test('a stored script runs nowhere', async ({ person }) => {
  test.setTimeout(480_000);
  const [ana, marcus] = [await person('ana'), await person('marcus')];
  const [hugo, mina, victor] = [await person('hugo'), await person('mina'), await person('victor')];
  const grace = await person('grace');
  for (const page of [ana, marcus, hugo, mina, victor, grace]) await watch(page);
  // The Spanish texts are read in Spanish.
  await victor.addInitScript(() => localStorage.setItem('language', 'es'));
  // Home shows the newest ones only; the others are behind a press.
  const openAnnouncements = (page: Page, all: string) => async () => {
    const more = page.getByRole('button', { name: all });
    await expect(more.or(page.getByText('onerror')).first()).toBeVisible();
    if (!(await more.isVisible())) return;
    await more.click();
    await expect(page.getByRole('dialog').getByRole('list')).toContainText('onerror');
  };
  const [asAna, asMarcus, asMina] = [await apiOf(ana), await apiOf(marcus), await apiOf(mina)];
  const [byAna, byMarcus] = [caller(asAna, 'employee'), caller(asMarcus, 'manager')];

  // What managers write.
  const days = { startDate: '2026-11-16', endDate: '2027-11-01' };
  const created = (await byMarcus(
    'createMessage',
    'CreateMessageInput!',
    {
      ...days,
      message: probe('CreateMessageInput.message'),
      messageEs: probe('CreateMessageInput.messageEs'),
    },
    'id version',
  )) as { createMessage: { id: string; version: number } };
  await visit(ana, '/employee/home', openAnnouncements(ana, 'View all'));
  await visit(victor, '/employee/home', openAnnouncements(victor, 'Ver todos'));
  await byMarcus(
    'createResource',
    'ResourceInput!',
    {
      name: probe('ResourceInput.name'),
      description: probe('ResourceInput.description'),
      isActionItem: true,
      dueDate: '2026-12-01',
    },
    'id',
  );
  const file = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Title (x) >>\nendobj\nstartxref\n9\n%%EOF\n').toString('base64');
  await byMarcus(
    'putCompanyDocuments',
    'CompanyDocumentInput!',
    {
      ...days,
      documentName: probe('CompanyDocumentInput.documentName'),
      fileName: `${probe('CompanyDocumentInput.fileName')}.pdf`,
      fileString: file,
      showOnDashboard: true,
    },
    'id',
  );
  await byMarcus(
    'putCompanyLinks',
    'CompanyLinksInput!',
    {
      customLinks: [{ name: probe('CompanyLinkInput.name'), url: 'https://example.com' }],
      dashboardMessages: [{ message: probe('DashboardMessageInput.message') }],
    },
    'version',
  );

  // What an employee writes.
  await byAna(
    'putEmployeeData',
    'EmployeeDataInput!',
    {
      contacts: [
        {
          type: 'Emergency',
          firstName: probe('ContactInput.firstName'),
          lastName: probe('ContactInput.lastName'),
          phoneNumber: '503 555 0177',
        },
      ],
    },
    'needsApproval',
  );
  const demographics = (await byAna(
    'submitEmployeeDemographics',
    'DemographicsInput!',
    {
      firstName: probe('DemographicsInput.firstName'),
      middleName: probe('DemographicsInput.middleName'),
      lastName: probe('DemographicsInput.lastName'),
      dateOfBirth: '1990-04-23',
      physicalAddress: {
        addressLine1: probe('PhysicalAddressInput.addressLine1'),
        addressLine2: probe('PhysicalAddressInput.addressLine2'),
        city: probe('PhysicalAddressInput.city'),
        state: 'OR',
        zip: '97214',
      },
    },
    'id',
  )) as { submitEmployeeDemographics: { id: string } };
  await byAna(
    'submitChangeRequest',
    'EmployeeChangeInput!',
    {
      dependents: [
        {
          firstName: probe('RelativeInput.firstName'),
          lastName: probe('RelativeInput.lastName'),
          relation: 'Child',
        },
      ],
    },
    'id',
  );
  await byAna(
    'submitChangeRequest',
    'EmployeeChangeInput!',
    {
      additionalInfo: [
        { attributeName: 'Uniform size', attributeString: probe('AdditionalInfoInput.attributeString') },
      ],
    },
    'id',
  );
  const { timeOffBalances } = (await asAna.ask(
    `query (${ofEmployee}) { timeOffBalances(${EMPLOYEE}) { typeId type availableBalance } }`,
    asAna.ids,
  )) as { timeOffBalances: { typeId: string; availableBalance: string | null }[] };
  const typeId = timeOffBalances.find(({ availableBalance }) => Number(availableBalance) >= 8)?.typeId;
  const day = { typeId, startDate: '2027-02-03', endDate: '2027-02-03', unit: 'hours', hours: 1 };
  const asked = (await byAna(
    'createTimeOffRequest',
    'TimeOffRequestInput!',
    { ...day, notes: probe('TimeOffRequestInput.notes') },
    'id',
  )) as { createTimeOffRequest: { id: string } };
  const attached = (await asAna.ask(
    `mutation (${ofEmployee}, $requestId: ID!, $file: TimeOffFileInput!) {
       addTimeOffAttachment(${EMPLOYEE}, requestId: $requestId, file: $file) { id version } }`,
    {
      ...asAna.ids,
      requestId: asked.createTimeOffRequest.id,
      file: { fileName: `${probe('TimeOffFileInput.fileName')}.pdf`, fileString: file },
    },
  )) as { addTimeOffAttachment: { id: string; version: number } };
  await visit(marcus, '/manager/leaverequests');
  const openRequest = (page: Page) => () => page.getByRole('button', { name: /Feb 3/ }).first().click();
  await visit(ana, '/time', openRequest(ana));
  const changed = (await byAna(
    'updateTimeOffRequest',
    'UpdateTimeOffRequestInput!',
    { ...day, ...attached.addTimeOffAttachment, notes: probe('UpdateTimeOffRequestInput.notes') },
    'id version',
  )) as { updateTimeOffRequest: { id: string; version: number } };
  await visit(ana, '/time', openRequest(ana));
  const self = { authorization: asAna.authorization, 'idempotency-key': randomUUID() };
  const data = {
    firstName: probe('PATCH self.firstName'),
    lastName: probe('PATCH self.lastName'),
    email: 'ana@example.com',
  };
  const rename = (headers: Record<string, string>) =>
    ana.request.patch(`/users/${asAna.ids.managerId}/self`, { headers: { ...self, ...headers }, data });
  const { challenge } = (await (await rename({})).json()) as { challenge: string };
  // Her code of this half-minute was used above.
  const proof = { kind: 'totp', code: totpNow(undefined, 1) };
  await ana.request.post(`/step-up/${challenge}`, { headers: self, data: proof });
  expect((await rename({ 'step-up': challenge })).status()).toBe(200);
  await hugo.goto('/time/swipeclock');
  const hours = hugo.getByRole('region', { name: 'Your hours' });
  await expect(hours.getByRole('listitem').first()).toBeVisible();
  const gap = hours.getByRole('listitem').filter({ hasText: 'No clock-out' });
  const isEarlier = (await gap.count()) === 0;
  if (isEarlier) await hugo.getByRole('button', { name: 'Previous pay period' }).click();
  await gap
    .getByRole('button', { name: /^Correct/ })
    .first()
    .click();
  await hugo
    .getByRole('dialog')
    .getByRole('textbox', { name: 'What happened?' })
    .fill(probe('PunchCorrectionInput.reason'));
  await hugo.getByRole('dialog').getByRole('button', { name: 'Send to my manager' }).click();
  await expect(hugo.getByText('Correction sent.').last()).toBeVisible();

  // Everything waits: those who decide see it.
  await visit(mina, '/manager/timeclock');
  await visit(marcus, '/manager/home');
  await visit(marcus, '/manager/employees/change-requests', async () => {
    await marcus.getByRole('button', { name: /^Open Ana Morales’s request: First name/ }).click();
    await expect(marcus.getByRole('dialog')).toContainText('onerror');
  });
  await visit(marcus, '/manager/employees/change-requests', async () => {
    await marcus.getByRole('button', { name: /^Open Ana Morales’s request: Uniform size/ }).click();
    await expect(marcus.getByRole('dialog')).toContainText('onerror');
  });
  await visit(marcus, '/manager/employees', async () => {
    await marcus.getByRole('searchbox', { name: 'Search employees' }).fill('morales');
    await marcus.getByRole('row').filter({ hasText: 'Morales, Ana' }).getByRole('button').first().click();
    await expect(marcus.getByRole('dialog')).toContainText('onerror');
  });

  // They decide, with notes.
  const { managerId, tenantId, companyId } = asMarcus.ids;
  await asMarcus.ask(
    `mutation (${ofManager}, $id: ID!, $input: ChangeRequestDecisionInput) { putManagerEmployeeChangeRequest(${MANAGER},
       changeRequestId: $id, action: approve, input: $input) { id } }`,
    {
      managerId,
      tenantId,
      companyId,
      id: demographics.submitEmployeeDemographics.id,
      input: { note: probe('ChangeRequestDecisionInput.note') },
    },
  );
  await byMarcus(
    'decideTimeOffRequest',
    'TimeOffDecisionInput!',
    { ...changed.updateTimeOffRequest, action: 'deny', managerNotes: probe('TimeOffDecisionInput.managerNotes') },
    'id',
  );
  await visit(ana, '/time', openRequest(ana));
  await byMarcus(
    'updateMessage',
    'UpdateMessageInput!',
    {
      ...created.createMessage,
      ...days,
      message: probe('UpdateMessageInput.message'),
      messageEs: probe('UpdateMessageInput.messageEs'),
    },
    'id',
  );
  const { listPunchCorrections } = (await asMina.ask(
    `query (${ofManager}) { listPunchCorrections(${MANAGER}) { results { id version reason } } }`,
    asMina.ids,
  )) as { listPunchCorrections: { results: { id: string; version: number; reason: string }[] } };
  const correction = listPunchCorrections.results.find(({ reason }) => reason.includes('onerror'));
  await caller(asMina, 'manager')(
    'decidePunchCorrection',
    'PunchCorrectionDecisionInput!',
    {
      id: correction?.id,
      version: correction?.version,
      action: 'deny',
      managerNotes: probe('PunchCorrectionDecisionInput.managerNotes'),
    },
    'id',
  );

  // And everyone reads the result.
  const ofAna = [
    '/employee/home',
    '/home',
    '/profile',
    '/time',
    '/time/timeOffDetails',
    '/benefits',
    '/more/company',
    '/more/documents',
  ];
  for (const path of [...ofAna, '/accountSettings', '/pay/taxes']) await visit(ana, path);
  await visit(ana, '/employee/home', async () => {
    await ana.getByRole('button', { name: 'Open profile menu' }).click();
    await expect(ana.getByRole('dialog')).toBeVisible();
  });
  const ofMarcus = ['/manager/home', '/manager/announcements', '/manager/leaverequests', '/manager/employees'];
  for (const path of [...ofMarcus, '/manager/employees/change-requests', '/manager/disbursements']) {
    await visit(marcus, path);
  }
  for (const tab of ['Resources', 'Documents', 'Links']) {
    await visit(marcus, '/manager/resources', () => marcus.getByRole('tab', { name: tab }).first().click());
  }
  await visit(hugo, '/time/swipeclock', async () => {
    if (isEarlier) await hugo.getByRole('button', { name: 'Previous pay period' }).click();
    await expect(hugo.getByText('onerror').first()).toBeVisible();
  });
  await visit(victor, '/employee/home', openAnnouncements(victor, 'Ver todos'));
  await visitConsole(grace);
  await fillCompany(grace, asAna.ids);
  for (const page of [ana, victor]) for (const path of ['/more/company', '/time']) await visit(page, path);

  if (triesPayroll) {
    // Hours under the code that an administrator gave, on their way to payroll.
    const types = (await asAna.ask(
      `query (${ofEmployee}) { timeOffBalances(${EMPLOYEE}) { typeId type } }`,
      asAna.ids,
    )) as {
      timeOffBalances: { typeId: string; type: string }[];
    };
    const coded = types.timeOffBalances.find(({ type }) => type.includes('onerror'))?.typeId;
    const hour = { typeId: coded, startDate: '2027-02-17', endDate: '2027-02-17', unit: 'hours', hours: 1, notes: '' };
    const { createTimeOffRequest } = (await byAna(
      'createTimeOffRequest',
      'TimeOffRequestInput!',
      hour,
      'id version',
    )) as {
      createTimeOffRequest: { id: string; version: number };
    };
    await byMarcus(
      'decideTimeOffRequest',
      'TimeOffDecisionInput!',
      { ...createTimeOffRequest, action: 'approve' },
      'id',
    );
    await handOver(grace, asAna.ids);
    await visit(ana, '/profile', () => expect(ana.getByText(mark('rejectPayrollChange.reason')).first()).toBeVisible());
    await changeCode(grace, { personId: asAna.ids.managerId, employeeId: asAna.ids.employeeId ?? '' });
  }

  const unseen = probed.filter((field) => !seen.has(number(field)) && (triesPayroll || !payrollFields.includes(field)));
  expect(unseen, 'probes that no page showed').toEqual([]);
});
