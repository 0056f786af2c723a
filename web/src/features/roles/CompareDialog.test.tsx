import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Api } from '../../api/client';
import { ApiProvider, createQueryClient } from '../../api/hooks';
import { loadTexts, startI18n } from '../../i18n';
import { CompareDialog } from './CompareDialog';

const nothing = { permissions: [], applications: [], pages: [] };
const roleCandidates = [
  { personId: 'p1', username: 'ana', firstName: 'Ana', lastName: 'Morales' },
  { personId: 'p2', username: 'marcus', firstName: 'Marcus', lastName: 'Reed' },
];
const compareRights = [
  { companyId: null, companyName: null, onlyOne: nothing, onlyOther: nothing },
  {
    companyId: 'c1',
    companyName: 'Cedar Outfitters',
    onlyOne: nothing,
    onlyOther: { ...nothing, permissions: ['manager:time-off.write'] },
  },
];

beforeAll(async () => {
  await startI18n();
  await loadTexts(['roles', 'console']);
});

it('shows what one of two has and the other doesn’t, and refuses to compare someone with themselves', async () => {
  const query = vi.fn().mockResolvedValue({ roleCandidates, compareRights });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ query } as unknown as Api}>
        <CompareDialog open onClose={() => undefined} tenantId="t1" />
      </ApiProvider>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const dialog = within(await screen.findByRole('dialog', { name: 'Compare two people' }));
  const choose = async (field: RegExp, name: RegExp) => {
    const box = dialog.getByRole('combobox', { name: field });
    await user.clear(box);
    await user.type(box, 'a');
    await user.click(await screen.findByRole('option', { name }));
  };
  await choose(/One person/, /Ana Morales/);
  await choose(/The other person/, /Ana Morales/);
  expect(await dialog.findByText('Choose someone else.')).toBeTruthy();
  await choose(/The other person/, /Marcus Reed/);
  const place = within((await dialog.findByText('Cedar Outfitters')).closest('section') as HTMLElement);
  expect(place.getByText('Only Marcus Reed')).toBeTruthy();
  expect(place.queryByText('Only Ana Morales')).toBeNull();
  expect(place.getByText('Decide their team’s time off')).toBeTruthy();
  expect(dialog.queryByText('Whole organization')).toBeNull();
  expect(query.mock.calls.at(-1)?.[1]).toEqual({ tenantId: 't1', personId: 'p1', otherId: 'p2' });
});
