import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Api } from '../../api/client';
import { ApiProvider, createQueryClient } from '../../api/hooks';
import { loadTexts, startI18n } from '../../i18n';
import { Toaster } from '../../ui';
import { UnmanagedRequests } from './UnmanagedRequests';

const outfitters = {
  companyId: 'c1',
  companyName: 'Cedar Outfitters',
  timeZone: 'America/Los_Angeles',
  today: '2026-11-16',
  eeInfo: 1,
  directDeposit: 0,
};
const zip = { id: null, name: null, field: 'zip', before: '97214', after: '97299', hasMoved: false, now: null };
const ofAna = {
  id: 'r1',
  status: 'Pending',
  employeeId: 'e1',
  employeeCode: '1001',
  firstName: 'Ana',
  lastName: 'Morales',
  requestedAt: '2026-11-16T10:00:00Z',
  lastUpdated: '2026-11-16T10:00:00Z',
  version: 1,
  cautions: [],
  directDeposit: null,
  entityType: 'demographics',
  changedFields: [zip],
  federalTaxSetup: null,
  stateTaxSetup: null,
  localTaxSetup: null,
};

let waiting: (typeof outfitters)[] = [];
const query = vi.fn(async (_: unknown, variables: Record<string, unknown>) => ({
  listUnmanagedRequests: waiting,
  listManagerEEChangeRequest: { results: waiting.length ? [ofAna] : [], links: { next: null, previous: null } },
  getChangeRequest: { changedFields: [zip] },
  variables,
}));
const mutate = vi.fn();

beforeAll(async () => {
  await startI18n();
  await loadTexts(['deposits', 'profile', 'tax-setup', 'payroll']);
});
beforeEach(() => {
  query.mockClear();
  mutate.mockReset().mockResolvedValue({ putManagerEmployeeChangeRequest: { id: 'r1', status: 'Approved' } });
});

function open() {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ query, mutate } as unknown as Api}>
        <UnmanagedRequests tenantId="t1" personId="grace" />
        <Toaster />
      </ApiProvider>
    </QueryClientProvider>,
  );
}

it('is not there while every request has a manager', async () => {
  waiting = [];
  const { container } = open();
  await waitFor(() => expect(query).toHaveBeenCalled());
  expect(within(container).queryByRole('heading')).toBeNull();
});

it('lets an administrator decide what no manager can, in the name of that company', async () => {
  waiting = [outfitters];
  open();
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Open Ana Morales’s request: Zip code/ }));
  waiting = [];
  await user.click(await screen.findByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Requests without a manager' })).toBeNull());
  expect(mutate.mock.calls[0]?.[1]).toMatchObject({
    tenantId: 't1',
    companyId: 'c1',
    managerId: 'grace',
    changeRequestId: 'r1',
    action: 'approve',
    input: { note: '', version: 1 },
  });
});
