import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../api/actor';
import type { Api } from '../../api/client';
import { ApiError, type ErrorCode } from '../../api/error';
import { ApiProvider, createQueryClient } from '../../api/hooks';
import { loadTexts, startI18n } from '../../i18n';
import { RequestPreview } from './RequestPreview';
import { RequestSummary } from './RequestSummary';
import { type Draft, newDraft } from './rules';

const actor: Actor = {
  tenantId: 't1',
  companyId: 'c1',
  companyName: 'Cedar Outfitters',
  personId: 'p1',
  employeeId: 'e1',
  permissions: [],
  today: '2026-11-16',
  timeZone: 'America/Los_Angeles',
};

const dates = { startDate: '2026-11-16', endDate: '2026-11-16' };

const nothing = {
  amount: '0',
  days: [],
  balanceBefore: null,
  balanceAfter: null,
  holidays: [],
  away: [],
  refusal: null,
  needsAttachment: false,
};

beforeAll(async () => {
  await startI18n();
  await loadTexts(['time-off']);
});

function Preview({ managerId }: { managerId: string | null }) {
  const { control } = useForm<Draft>({ defaultValues: { ...newDraft('vacation'), ...dates } });
  const whose = { employeeId: 'e1', managerId };
  const of = { actor, whose, control, requestId: null };
  return (
    <>
      <RequestPreview {...of} hasAttachment={false} />
      <RequestSummary {...of} />
    </>
  );
}

function preview(answer: () => object, managerId: string | null = null) {
  const query = async () => ({ previewTimeOffRequest: answer() });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ query } as unknown as Api}>
        <Preview managerId={managerId} />
      </ApiProvider>
    </QueryClientProvider>,
  );
}

it('of a request that cannot be made there is why, and the holiday that is to blame, but no figure', async () => {
  const holidays = [{ date: '2026-11-26', name: 'Thanksgiving Day', nameEs: 'Día de Acción de Gracias' }];
  preview(() => ({ ...nothing, holidays, refusal: 'NO_WORKING_DAY' }));
  expect((await screen.findAllByText('There are no working days in these dates.')).length).toBe(2);
  expect(screen.getByText(/Thanksgiving Day/)).toBeTruthy();
  expect(screen.queryByText(/hours on/)).toBeNull();
  expect(screen.queryByText('No one else on the team is away.')).toBeNull();
});

it.each<[ErrorCode, string]>([
  ['NO_WORKING_DAY', 'There are no working days in these dates.'],
  ['RANGE_TOO_LONG', 'Choose one year or less.'],
  ['INTERNAL', 'We can’t calculate this right now. You can still send the request.'],
  ['TIMEOUT', 'We can’t calculate this right now. You can still send the request.'],
])('a call that fails with %s says: %s', async (code, words) => {
  preview(() => {
    throw new ApiError(code, code);
  });
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
});

it('a manager sees that others only asked, and no team is called theirs', async () => {
  const days = [{ date: '2026-11-16', amount: '8.00' }];
  const away = [{ employeeId: 'e2', firstName: 'Leo', lastName: 'Park', dates: ['2026-11-16'], isApproved: false }];
  preview(() => ({ ...nothing, amount: '8.00', days, away }), 'marcus');
  expect(await screen.findByText('8.00 hours on 1 day')).toBeTruthy();
  expect(screen.getByText('Others on the team who are away or have requested time off')).toBeTruthy();
});

it('the hours and what is left of the balance are said beside the buttons, once', async () => {
  const days = [
    { date: '2026-11-16', amount: '8.00' },
    { date: '2026-11-17', amount: '8.00' },
  ];
  preview(() => ({ ...nothing, amount: '16.00', days, balanceBefore: '40.00', balanceAfter: '24.00' }));
  const said = await screen.findByText('16.00 hours on 2 days');
  expect(said.closest('[role=status]')?.textContent).toContain('24.00 hours left');
});
