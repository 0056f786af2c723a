import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Api } from '../../api/client';
import { ApiProvider, createQueryClient } from '../../api/hooks';
import { loadTexts, startI18n } from '../../i18n';
import { EditRoleDialog } from './EditRoleDialog';
import type { Role } from './role';

const role: Role = {
  id: 'r1',
  name: 'Floor lead',
  permissions: ['manager', 'hr:files'],
  applications: [],
  applies: 'either',
  isShipped: false,
  version: 1,
  holders: 0,
};

beforeAll(async () => {
  await startI18n();
  await loadTexts(['roles', 'console']);
});

it('offers permissions in words with what is written, and warns of one Atrium doesn’t know', async () => {
  const choices = { permissions: ['manager'], applications: [], companies: [], isWholeTenant: true };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ query: vi.fn(), mutate: vi.fn() } as unknown as Api}>
        <EditRoleDialog open onClose={() => undefined} tenantId="t1" role={role} choices={choices} />
      </ApiProvider>
    </QueryClientProvider>,
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Floor lead' }));
  const boxes = dialog.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false, true]);
  expect(dialog.getByText('Use the manager pages')).toBeTruthy();
  expect(dialog.getByText('manager.write')).toBeTruthy();
  expect(dialog.getAllByText('Atrium doesn’t know this permission')).toHaveLength(1);
});
