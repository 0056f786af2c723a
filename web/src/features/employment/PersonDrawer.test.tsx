import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Api } from '../../api/client';
import { ConsoleRights } from '../../api/console-rights';
import { ApiError } from '../../api/error';
import { ApiProvider, createQueryClient } from '../../api/hooks';
import { loadTexts, startI18n } from '../../i18n';
import { PersonDrawer } from './PersonDrawer';
import { type PersonExtras, PersonExtrasContext } from './person-extras';

const account = {
  personId: 'p1',
  username: 'ana',
  email: 'ana@cedar.example',
  lockedAt: null,
  mayHelp: true,
  signIn: 'inUse',
  isInUse: true,
  passwordChangedAt: null,
  totpEnabledAt: null,
  recoveryCodesLeft: 0,
  phoneHint: null,
  phoneUsableFrom: null,
  passkeys: [],
  linkedIdentities: [],
  sessions: [],
  sentLinks: [],
  mergedAccount: {
    id: 'm1',
    username: 'ana.old',
    mergedAt: '2026-11-14T16:00:00Z',
    undoUntil: '2026-11-21T16:00:00Z',
  },
};
const employment = {
  employeeId: 'e1',
  companyId: 'c1',
  companyName: 'Cedar Outfitters',
  employeeCode: '1042',
  status: 'Active',
  today: '2026-11-16',
  originalHireDate: '2021-03-01',
  currentHireDate: '2021-03-01',
  lastDay: null,
  rehireDay: null,
  leaveFrom: null,
  openThrough: null,
  version: 7,
  history: [],
  lines: [],
};
const person = {
  personId: 'p1',
  username: 'ana',
  firstName: 'Ana',
  lastName: 'Morales',
  email: 'a@b.c',
  version: 'v1',
};
const found = {
  administeredPerson: { person, employments: [employment] },
  administeredAccount: account,
  rolesOfPerson: [{ id: 'a1' }, { id: 'a2' }],
  roleChoices: { companies: [], isWholeTenant: true },
  listRoles: { results: [] },
};
const query = vi.fn();
const mutate = vi.fn();

beforeAll(async () => {
  await startI18n();
  await loadTexts(['employment', 'console']);
});
beforeEach(() => {
  query.mockReset().mockResolvedValue(found);
  mutate.mockReset().mockResolvedValue({});
});

async function open(historyHref: PersonExtras['historyHref'] = null) {
  const roles: PersonExtras['roles'] = (held) => <p>{`${held.length} roles`}</p>;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ query, mutate } as unknown as Api}>
        <ConsoleRights value>
          <PersonExtrasContext value={{ roles, historyHref }}>
            <PersonDrawer open onClose={() => undefined} tenantId="t1" personId="p1" name="Ana Morales" />
          </PersonExtrasContext>
        </ConsoleRights>
      </ApiProvider>
    </QueryClientProvider>,
  );
  return within(await screen.findByRole('dialog', { name: 'Ana Morales' }));
}

it('has the roles of its person, and the way to their audit history', async () => {
  const drawer = await open((personId) => `/admin/audit?object=${personId}`);
  expect(await drawer.findByText('2 roles')).toBeTruthy();
  const history = drawer.getByRole('link', { name: 'Audit history' });
  expect(history.getAttribute('href')).toBe('/admin/audit?object=p1');
});

it('shows no way to the trail to those who can’t read it, and says when the person could not be read', async () => {
  query.mockRejectedValueOnce(new ApiError('NOT_FOUND', 'no'));
  const drawer = await open();
  expect(await drawer.findByText('We couldn’t load people')).toBeTruthy();
  expect(drawer.queryByRole('link', { name: 'Audit history' })).toBeNull();
  await userEvent.click(drawer.getByRole('button', { name: 'Try again' }));
  expect(await drawer.findByText('2 roles')).toBeTruthy();
});

it('changes an employee code, and says at the field that another has it', async () => {
  const drawer = await open();
  await userEvent.click(await drawer.findByRole('button', { name: 'Change employee code' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New employee code for Ana Morales' }));
  const field = dialog.getByRole('textbox', { name: /Employee code/ });
  await userEvent.clear(field);
  await userEvent.type(field, ' 77-1 ');
  mutate.mockRejectedValueOnce(new ApiError('EMPLOYEE_CODE_TAKEN', 'no', { field: 'employeeCode' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/Someone else in this company has this code/)).toBeTruthy();
  await userEvent.type(field, '2');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(mutate).toHaveBeenCalledTimes(2));
  expect(mutate.mock.calls[0]?.[1]).toEqual({ employeeId: 'e1', employeeCode: '77-1', version: 7 });
});

it('shows the second of two who change an employment both versions, and keeps the one they choose', async () => {
  const drawer = await open();
  await userEvent.click(await drawer.findByRole('button', { name: 'Start leave' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave for Ana Morales' }));
  const current = { ...employment, lastDay: '2026-12-31', version: 8 };
  mutate.mockRejectedValueOnce(new ApiError('CONFLICT', 'no', { current }));
  await userEvent.click(dialog.getByRole('button', { name: 'Start leave' }));
  expect(await dialog.findByText('Dec 31, 2026')).toBeTruthy();
  expect(dialog.getByText('Nov 16, 2026')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(mutate).toHaveBeenCalledTimes(2));
  expect(mutate.mock.calls.map(([, asked]) => asked.version)).toEqual([7, 8]);
});

it('undoes a merge once it is confirmed', async () => {
  const drawer = await open();
  await userEvent.click(await drawer.findByRole('button', { name: 'Undo the merge' }));
  const name = 'Separate ana.old from Ana Morales’s account?';
  const question = within(await screen.findByRole('alertdialog', { name }));
  await userEvent.click(question.getByRole('button', { name: 'Undo the merge' }));
  await waitFor(() => expect(mutate).toHaveBeenCalledOnce());
  expect(mutate.mock.calls[0]?.[1]).toEqual({ personId: 'p1', mergeId: 'm1' });
});
