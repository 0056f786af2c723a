import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Api } from '../../api/client';
import { ConsoleRights } from '../../api/console-rights';
import { definitionsOf, type TadaDocumentNode } from '../../api/graphql';
import { ApiProvider, createQueryClient } from '../../api/hooks';
import { loadTexts, startI18n } from '../../i18n';
import { HandoverPage } from './HandoverPage';
import type { Batch, Change } from './handover';

const change: Change = {
  id: 'x1',
  employeeCode: '1001',
  firstName: 'Ana',
  lastName: 'Morales',
  kind: 'deposits',
  action: 'change',
  account: 'Cedar Bank …4417',
  approvedAt: '2026-11-16T18:00:00Z',
  approverName: 'Marcus Bell',
  readyAt: '2026-11-16T18:00:00Z',
  state: 'conflict',
  batchNumber: 3,
  handedAt: '2026-11-17T18:00:00Z',
  settledAt: null,
  seenAt: '2026-11-18T18:00:00Z',
  reason: '',
  values: [{ field: 'amount', before: '50.00', after: '80.00', payroll: '65.00' }],
};
const batch: Batch = {
  id: 'b3',
  number: 3,
  createdAt: '2026-11-17T18:00:00Z',
  creatorName: 'Paula Novak',
  changes: 2,
  open: 1,
  taken: 0,
  rejected: 0,
  conflicts: 1,
  kinds: ['deposits'],
  totals: [{ kind: 'deposits', action: 'add', changes: 2, amount: '50.00', routingSum: '920100378' }],
};
const links = { next: null, previous: null };
let companies: object[];
const query = vi.fn<(document: TadaDocumentNode, variables: object) => Promise<unknown>>();
const fetchFile = vi.fn<(path: string) => Promise<never>>();
const mutate = vi.fn<(document: TadaDocumentNode, variables: object) => Promise<unknown>>();

beforeAll(async () => {
  await startI18n();
  await loadTexts(['handover', 'console', 'refusals']);
});
beforeEach(() => {
  sessionStorage.clear();
  companies = [{ id: 'c1', name: 'Cedar Outfitters', timeZone: 'America/Los_Angeles', waiting: 2 }];
  mutate.mockReset().mockResolvedValue({});
  fetchFile.mockReset().mockRejectedValue(new Error('offline'));
  query.mockReset().mockImplementation(async (document) => {
    const text = definitionsOf(document).join(' ');
    if (text.includes('listHandoverCompanies')) return { listHandoverCompanies: { results: companies, links } };
    if (text.includes('listHandovers')) return { listHandovers: { results: [batch], links } };
    if (text.includes('listPayrollChanges')) return { listPayrollChanges: { results: [change], links } };
    const totals = [{ kind: 'deposits', action: 'add', changes: 2, amount: '50.00', routingSum: '920100378' }];
    if (text.includes('listMappings'))
      return {
        listMappings: {
          results: [
            { name: 'ADP', kind: 'deposits' },
            { name: 'Roles', kind: 'roles' },
          ],
          links,
        },
      };
    const previous = { number: 3, totals: [{ ...totals[0], changes: 7 }] };
    return { handoverPreview: { employees: 2, onHold: 1, totals, previous } };
  });
});

function open(mayChange = true) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ query, mutate, fetchFile } as unknown as Api}>
        <ConsoleRights value={mayChange}>
          <HandoverPage tenantId="t1" />
        </ConsoleRights>
      </ApiProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

it('shows what waits with its control totals, and hands it over once that is confirmed', async () => {
  const user = open();
  const totals = await screen.findByRole('table', { name: 'Next batch' });
  expect(within(totals).getByText('920100378')).toBeTruthy();
  // Next to the batch before it.
  expect(within(totals).getByText('In batch 3')).toBeTruthy();
  expect(within(totals).getByText('7')).toBeTruthy();
  expect(screen.getByText(/1 new account is on hold/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Hand over 2 changes' }));
  expect(mutate).not.toHaveBeenCalled();
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Hand over 2 changes' }));
  expect(mutate.mock.calls[0]?.[1]).toEqual({ tenantId: 't1', companyId: 'c1' });
});

it('decides a conflict from the values of all three', async () => {
  const user = open();
  await user.click(await screen.findByText('Ana Morales'));
  const details = await screen.findByRole('dialog');
  expect(within(details).getByText('50.00 → 80.00')).toBeTruthy();
  expect(within(details).getByText('Payroll has 65.00')).toBeTruthy();
  await user.click(within(details).getByRole('button', { name: 'Keep the approved value' }));
  expect(mutate.mock.calls[0]?.[1]).toMatchObject({ changeId: 'x1', winner: 'approved' });
});

it('fetches a batch in the columns of a mapping that fits', async () => {
  const user = open();
  await user.click(await screen.findByText('Batch 3'));
  const details = await screen.findByRole('dialog');
  await user.click(await within(details).findByRole('button', { name: 'Download Excel' }));
  expect(fetchFile).toHaveBeenCalledWith('/handovers/b3/file?format=xlsx&mapping=ADP');
  expect(within(details).queryByText('Roles')).toBeNull();
});

it('has nothing to press for someone who may only look', async () => {
  open(false);
  await screen.findByRole('table', { name: 'Next batch' });
  expect(screen.queryByRole('button', { name: /Hand over/ })).toBeNull();
});

it('says so when there is no company', async () => {
  companies = [];
  open();
  expect(await screen.findByText('No company yet')).toBeTruthy();
});
