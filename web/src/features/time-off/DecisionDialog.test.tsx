import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../api/actor';
import type { Api } from '../../api/client';
import { ApiProvider, createQueryClient } from '../../api/hooks';
import { loadTexts, startI18n } from '../../i18n';
import { DecisionDialog } from './DecisionDialog';
import type { Request } from './timeOff';

const actor: Actor = {
  tenantId: 't1',
  companyId: 'c1',
  companyName: 'Cedar Outfitters',
  personId: 'marcus',
  employeeId: null,
  permissions: ['manager:time-off.write'],
  today: '2026-11-16',
  timeZone: 'America/Los_Angeles',
};

const request: Request = {
  id: 'r1',
  employeeId: 'e1',
  firstName: 'Ana',
  lastName: 'Morales',
  employeeCode: '10001',
  type: 'Vacation',
  typeEs: 'Vacaciones',
  typeId: 'vacation',
  amount: '24.00',
  timeOffDate: '2027-04-12',
  endDate: '2027-04-14',
  requestDate: '2026-11-16',
  status: 'Pending',
  notes: '',
  managerNotes: '',
  includeWeekends: false,
  unit: 'whole',
  half: null,
  startTime: null,
  endTime: null,
  isHalfApproved: false,
  isFirstOfTwo: false,
  isEditable: true,
  decidedByName: null,
  decidedAt: null,
  attachmentCount: 0,
  version: 1,
  days: ['2027-04-12', '2027-04-13', '2027-04-14'].map((date) => ({ date, amount: '8.00', status: 'Pending' })),
};

const pending = { employeeId: 'e2', firstName: 'Leo', lastName: 'Park', dates: ['2027-04-12'], isApproved: false };

beforeAll(async () => {
  await startI18n();
  await loadTexts(['time-off', 'payroll']);
});

type Balances = { balanceBefore: string | null; balanceAfter: string | null };

type Now = Pick<Request, 'status' | 'isHalfApproved' | 'decidedByName'>;

function open(balances: Balances, moved = { hasMoved: false, isGone: false }, now: Now = request) {
  const details = { ...balances, request: now, holidays: [], away: [pending] };
  const query = async () => ({ timeOffRequestDetails: details });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ query } as unknown as Api}>
        <DecisionDialog
          open
          onClose={() => {}}
          actor={actor}
          request={request}
          {...moved}
          isDeciding={false}
          failure={null}
          onEdit={() => {}}
          onDecide={() => {}}
        />
      </ApiProvider>
    </QueryClientProvider>,
  );
}

const balanceAfter = () => screen.getByText('Balance after').nextElementSibling?.textContent;

it('the balance after the decision follows the days that are checked', async () => {
  open({ balanceBefore: '20.50', balanceAfter: '-3.50' });
  await screen.findByText('Balance after');
  expect(balanceAfter()).toBe('-3.50');
  const user = userEvent.setup();
  const days = within(screen.getByRole('group', { name: 'Days' })).getAllByRole('checkbox');
  for (const [at, left] of ['4.50', '12.50', '20.50'].entries()) {
    await user.click(days[at] as HTMLElement);
    expect(balanceAfter()).toBe(left);
  }
  await user.click(days[0] as HTMLElement);
  expect(balanceAfter()).toBe('12.50');
});

it('what is not counted has no balance, and a wish of somebody else is not called an absence', async () => {
  open({ balanceBefore: null, balanceAfter: null });
  expect(await screen.findByText('1 other person on the team is away or has requested time off')).toBeTruthy();
  expect(screen.queryByText('Balance after')).toBeNull();
});

const uncounted = { balanceBefore: null, balanceAfter: null };

it('what somebody else has decided can only be closed', async () => {
  open(uncounted, { hasMoved: true, isGone: true });
  expect(await screen.findByText(/already decided this request/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Deny' })).toBeNull();
});

it.each([
  [{ status: 'Denied', decidedByName: 'Dana Whitfield' }, 'Dana Whitfield already decided: Denied. Nothing changed.'],
  [{ status: 'Cancelled', decidedByName: null }, 'This request was withdrawn. Nothing changed.'],
] as const)('it says what became of it: %j', async (now, text) => {
  open(uncounted, { hasMoved: true, isGone: true }, { ...now, isHalfApproved: false });
  expect(await screen.findByText(text)).toBeTruthy();
});

it('what was changed meanwhile is shown as it stands, and can be decided', async () => {
  open(uncounted, { hasMoved: true, isGone: false });
  expect(await screen.findByText(/changed in the meantime/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy();
});
