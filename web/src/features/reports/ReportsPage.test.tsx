import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Api } from '../../api/client';
import { definitionsOf, type TadaDocumentNode } from '../../api/graphql';
import { ApiProvider, createQueryClient } from '../../api/hooks';
import { loadTexts, startI18n } from '../../i18n';
import { ReportsPage } from './ReportsPage';
import type { Address } from './reports';

const id = '0195f3a0-0000-7000-8000-000000000001';
const links = { next: null, previous: null };
const column = (name: string, kind: string, label: string | null = null) => ({ id: name, kind, label });
const figures = {
  on: '2026-11-19',
  from: '2026-11-01',
  to: '2026-11-19',
  groupBy: 'type',
  columns: [column('type', 'text'), column('people', 'count'), column('hours', 'hours'), column('liability', 'money')],
  rows: [{ id: null, cells: ['Vacation', '3', '62.50', '1400.00'] }],
};
const listed = {
  columns: [
    column('name', 'text'),
    column('code', 'text'),
    column('department', 'text'),
    column('type', 'hours', 'Vacation'),
  ],
  results: [{ id: 'e1', cells: ['Morales, Ana', '1001', 'none', '12.00'] }],
  links,
};
let companies: object[];
const query = vi.fn<(document: TadaDocumentNode, variables: object) => Promise<unknown>>();
const mutate = vi.fn<(document: TadaDocumentNode, variables: object) => Promise<unknown>>();
const onAddress = vi.fn<(address: Address) => void>();

beforeAll(async () => {
  await startI18n();
  await loadTexts(['reports', 'console', 'refusals']);
});
beforeEach(() => {
  companies = [{ id, name: 'Cedar Outfitters', timeZone: 'America/Los_Angeles', seesPay: true }];
  onAddress.mockReset();
  mutate.mockReset().mockResolvedValue({});
  query.mockReset().mockImplementation(async (document) => {
    const text = definitionsOf(document).join(' ');
    if (text.includes('listReportCompanies')) return { listReportCompanies: { results: companies, links } };
    if (text.includes('listReportDepartments')) return { listReportDepartments: { results: [], links } };
    if (text.includes('listReportPeople')) return { listReportPeople: listed };
    if (text.includes('listReportSchedules')) return { listReportSchedules: { results: [], links } };
    if (text.includes('listReportRecipients'))
      return { listReportRecipients: { results: [{ id: 'p1', firstName: 'Paula', lastName: 'Novak' }] } };
    return { companyReport: figures };
  });
});

function open(address: Address = {}) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ query, mutate } as unknown as Api}>
        <ReportsPage tenantId="t1" address={address} onAddress={onAddress} />
      </ApiProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

it('shows a report as bars and as a table, and the people behind it', async () => {
  open();
  const report = await screen.findByRole('region', { name: 'Time-off balances' });
  await within(report).findByRole('img', { name: 'Time-off balances' });
  const row = within(report).getByRole('row', { name: /Vacation/ });
  expect(row.textContent).toBe('Vacation362.50$1,400.00');
  const people = within(screen.getByRole('region', { name: 'People' }));
  const ana = await people.findByRole('row', { name: /Morales, Ana/ });
  expect(ana.textContent).toBe('Morales, Ana1001None12.00');
  people.getByRole('button', { name: 'Save the people as Excel' });
});

it('schedules the report it shows, with what narrows it', async () => {
  const user = open({ report: 'decisions', groupBy: 'month' });
  await user.click(await screen.findByRole('button', { name: 'Schedule report' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Requests and decision times' }));
  await user.click(dialog.getByRole('radio', { name: 'Every week' }));
  await user.click(await dialog.findByRole('checkbox', { name: 'Paula Novak' }));
  await user.click(dialog.getByRole('button', { name: 'Schedule report' }));
  await vi.waitFor(() => expect(mutate).toHaveBeenCalled());
  expect(mutate.mock.calls[0]?.[1]).toEqual({
    tenantId: 't1',
    companyId: id,
    input: {
      report: 'decisions',
      departmentId: null,
      groupBy: 'month',
      rhythm: 'weekly',
      day: 1,
      recipientIds: ['p1'],
    },
  });
});

it('says so when there is no company to report on', async () => {
  companies = [];
  open();
  await screen.findByText('No company to report on');
  expect(screen.queryByRole('region')).toBeNull();
});
