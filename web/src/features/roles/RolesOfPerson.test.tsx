import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Api } from '../../api/client';
import { ConsoleRights } from '../../api/console-rights';
import { ApiProvider, createQueryClient } from '../../api/hooks';
import { loadTexts, startI18n } from '../../i18n';
import { RolesOfPerson } from './RolesOfPerson';
import type { Held } from './role';

const held: Held = {
  id: 'a1',
  personId: 'p1',
  username: 'ana',
  firstName: 'Ana',
  lastName: 'Morales',
  roleId: 'r1',
  roleName: 'Manager',
  companyId: 'c1',
  companyName: 'Cedar Outfitters',
  startsOn: '2026-01-05',
  endsOn: '2026-12-31',
  state: 'current',
  today: '2026-11-16',
  version: 4,
};
const past: Held = { ...held, id: 'a2', roleName: 'Payroll', companyId: null, companyName: null, state: 'ended' };
const nothing = { permissions: [], applications: [], pages: [] };
const previewRoleEnd = { from: null, holders: null, leftBehind: 0, gains: nothing, loses: nothing };
const onChanged = vi.fn();
const query = vi.fn();
const mutate = vi.fn();

beforeAll(async () => {
  await startI18n();
  await loadTexts(['roles', 'console']);
});
beforeEach(() => {
  onChanged.mockReset();
  query.mockReset().mockResolvedValue({ previewRoleEnd });
  mutate.mockReset().mockResolvedValue({});
});

function open(mayChange = true, all: readonly Held[] = [held, past]) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ query, mutate } as unknown as Api}>
        <ConsoleRights value={mayChange}>
          <RolesOfPerson tenantId="t1" held={all} rolesHref="/admin/roles" onChanged={onChanged} />
        </ConsoleRights>
      </ApiProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

it('says which roles someone holds, where, and from when until when', async () => {
  open();
  const [current, ended] = await screen.findAllByRole('listitem');
  expect(current?.textContent).toMatch(/ManagerCurrentCedar Outfitters · from .*5, 2026 · through .*31, 2026/);
  expect(ended?.textContent).toMatch(/PayrollEndedWhole organization/);
  expect(within(ended as HTMLElement).queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'Give a role' }).getAttribute('href')).toBe('/admin/roles');
});

it('ends a role, with the version that was shown', async () => {
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'End the role Manager' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'End Manager for Ana Morales' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(mutate).toHaveBeenCalledOnce());
  expect(mutate.mock.calls[0]?.[1]).toMatchObject({ tenantId: 't1', assignmentId: 'a1', version: 4, lastDay: null });
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
});

it('offers nothing to those who may only look', async () => {
  open(false);
  expect(await screen.findAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('link')).toBeNull();
});

it('says so where someone holds none', async () => {
  open(true, []);
  expect(await screen.findByText('No roles yet')).toBeTruthy();
});
