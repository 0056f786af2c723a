import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Actor } from '../../api/actor';
import type { Api } from '../../api/client';
import { ApiError, type ErrorCode } from '../../api/error';
import { definitionsOf, type TadaDocumentNode } from '../../api/graphql';
import { ApiProvider, createQueryClient } from '../../api/hooks';
import { loadTexts, startI18n } from '../../i18n';
import { OwnRequestsPage } from './OwnRequestsPage';
import type { Change, TimeOff } from './ownRequest';

const actor: Actor = {
  tenantId: 't1',
  companyId: 'c1',
  companyName: 'Cedar Outfitters',
  personId: 'p1',
  employeeId: 'e1',
  permissions: ['employee'],
  today: '2026-11-16',
  timeZone: 'America/Los_Angeles',
};
const places = { timeOff: '/time', profile: '/profile', taxes: '/pay/taxes', deposits: '/pay/disbursements' };

const vacation = (id: string, requestDate: string, more: Partial<TimeOff> = {}): TimeOff => ({
  id,
  type: 'Vacation',
  typeEs: 'Vacaciones',
  amount: '16.00',
  timeOffDate: '2026-12-01',
  endDate: '2026-12-02',
  requestDate,
  payroll: null,
  status: 'Pending',
  isHalfApproved: false,
  ...more,
});
const change = (id: string, requestedAt: string, more: Partial<Change> = {}): Change => ({
  id,
  status: 'Pending',
  changeType: 'ee-info',
  entityType: 'demographics',
  requestedAt,
  directDeposit: null,
  changedFields: [{ id: null, name: null, field: 'city', before: 'Salem', after: 'Bend' }],
  federalTaxSetup: null,
  stateTaxSetup: null,
  localTaxSetup: null,
  payroll: null,
  ...more,
});

const deposit = change('d', '2026-11-12T12:00:00Z', {
  status: 'Denied',
  changeType: 'direct-deposit',
  entityType: 'directDeposit',
  changedFields: null,
  directDeposit: [{ kind: 'add', bankDesignation: 'First Bank', bankAccountNumber: '••••4321' }],
});
const tax = change('x', '2026-11-10T12:00:00Z', {
  status: 'Approved',
  entityType: 'taxSetup',
  changedFields: null,
  federalTaxSetup: { state: '' },
  stateTaxSetup: [{ state: 'OR' }],
});

let timeOff: TimeOff[] | ErrorCode;
let changes: Change[] | ErrorCode;
const query = vi.fn<(document: TadaDocumentNode) => Promise<unknown>>();

beforeAll(async () => {
  await startI18n();
  await loadTexts(['own-requests', 'profile', 'tax-setup', 'payroll', 'refusals']);
});
beforeEach(() => {
  sessionStorage.clear();
  timeOff = [vacation('v1', '2026-11-11'), vacation('v2', '2026-11-15', { status: 'Cancelled' })];
  // 02:00 UTC is still the evening of the 13th in Portland.
  changes = [tax, change('p', '2026-11-14T02:00:00Z'), deposit];
  query.mockReset().mockImplementation(async (document) => {
    const isTimeOff = definitionsOf(document).join(' ').includes('listEmployeeTimeOffRequests');
    const rows = isTimeOff ? timeOff : changes;
    if (typeof rows === 'string') throw new ApiError(rows, 'no');
    return { [isTimeOff ? 'listEmployeeTimeOffRequests' : 'listEmployeeChangeRequests']: page(rows) };
  });
});
const page = (results: readonly object[]) => ({ results, links: { next: null } });

async function open() {
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ query } as unknown as Api}>
        <OwnRequestsPage actor={actor} employeeId="e1" places={places} />
      </ApiProvider>
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), unmount };
}
describe('my requests', () => {
  it('are one list of every kind, submitted last first, each leading to its page', async () => {
    await open();
    const cells = (await screen.findAllByRole('link')).map((link) => [
      link.textContent.replace(/\s/g, ' '),
      link.getAttribute('href'),
    ]);
    expect(cells).toEqual([
      ['VacationDec 1 – 2, 2026 · 16.00 hours', '/time'],
      ['City', '/profile'],
      ['Add First Bank ••••4321', '/pay/disbursements'],
      ['VacationDec 1 – 2, 2026 · 16.00 hours', '/time'],
      ['Federal tax (Form W-4) and State tax: OR', '/pay/taxes'],
    ]);
    expect(screen.getByText('Nov 13, 2026')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('5 requests');
  });

  it('are filtered by status, and the filter survives a reload', async () => {
    const { user, unmount } = await open();
    await user.click(await screen.findByRole('radio', { name: 'Withdrawn' }));
    expect(screen.getAllByRole('link')).toHaveLength(1);
    expect(screen.getByText('Canceled')).toBeTruthy();
    unmount();
    await open();
    expect(await screen.findAllByRole('link')).toHaveLength(1);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Withdrawn' }).checked).toBe(true);
    expect(sessionStorage.getItem('filters')).toBe('{"own requests":"withdrawn"}');
  });

  it('say so when none has the status, and offer all of them', async () => {
    changes = [];
    const { user } = await open();
    await user.click(await screen.findByRole('radio', { name: 'Denied' }));
    await user.click(await screen.findByRole('button', { name: 'Show all requests' }));
    expect(await screen.findAllByRole('link')).toHaveLength(2);
  });

  it('say what will be here while there is none', async () => {
    [timeOff, changes] = [[], []];
    await open();
    expect(await screen.findByText('You haven’t requested anything yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to time off' }).getAttribute('href')).toBe('/time');
  });

  it.each(['FORBIDDEN', 'FEATURE_NOT_ENABLED'] as const)('leave out what is closed to somebody (%s)', async (code) => {
    timeOff = code;
    await open();
    expect(await screen.findAllByRole('link')).toHaveLength(3);
  });

  it('come again after a failure, when asked to', async () => {
    changes = 'INTERNAL';
    const { user } = await open();
    expect(await screen.findByText('We couldn’t load your requests')).toBeTruthy();
    changes = [];
    await user.click(screen.getByRole('button', { name: /try again|retry/i }));
    expect(await screen.findAllByRole('link')).toHaveLength(2);
  });

  it('come in parts when there are many', async () => {
    timeOff = Array.from({ length: 30 }, (_, nth) => vacation(`v${nth}`, '2026-11-01'));
    const { user } = await open();
    expect(await screen.findAllByRole('link')).toHaveLength(25);
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(screen.getAllByRole('link')).toHaveLength(33);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});
