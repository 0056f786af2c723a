import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { Api } from '../../api/client';
import { ApiError } from '../../api/error';
import { ApiProvider, createQueryClient } from '../../api/hooks';
import { loadTexts, startI18n } from '../../i18n';
import { PersonDrawer } from './PersonDrawer';
import { type PersonExtras, PersonExtrasContext } from './person-extras';

beforeAll(async () => {
  await startI18n();
  await loadTexts(['employment', 'console']);
});

async function open(historyHref: PersonExtras['historyHref']) {
  const refuse = async () => {
    throw new ApiError('NOT_FOUND', 'no');
  };
  const roles: PersonExtras['roles'] = (personId) => <p>{`roles of ${personId}`}</p>;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ query: refuse, mutate: refuse } as unknown as Api}>
        <PersonExtrasContext value={{ roles, historyHref }}>
          <PersonDrawer open onClose={() => undefined} tenantId="t1" personId="p1" name="Ana Morales" />
        </PersonExtrasContext>
      </ApiProvider>
    </QueryClientProvider>,
  );
  return within(await screen.findByRole('dialog', { name: 'Ana Morales' }));
}

it('has the roles of its person, and the way to their audit history', async () => {
  const drawer = await open((personId) => `/admin/audit?object=${personId}`);
  expect(drawer.getByText('roles of p1')).toBeTruthy();
  const history = drawer.getByRole('link', { name: 'Audit history' });
  expect(history.getAttribute('href')).toBe('/admin/audit?object=p1');
});

it('shows no way to the trail to those who can’t read it', async () => {
  const drawer = await open(null);
  expect(drawer.getByText('roles of p1')).toBeTruthy();
  expect(drawer.queryByRole('link', { name: 'Audit history' })).toBeNull();
});
