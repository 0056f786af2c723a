import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Api } from '../../api/client';
import { ApiError } from '../../api/error';
import { ApiProvider, createQueryClient } from '../../api/hooks';
import { loadTexts, startI18n } from '../../i18n';
import { AuditPage } from './AuditPage';

const grace = '00000000-0000-4000-8000-000000000001';
const ana = '00000000-0000-4000-8000-000000000002';
const event = {
  seq: 1,
  at: '2026-11-16T18:00:00Z',
  personId: grace,
  personName: 'Grace Lee',
  username: 'grace',
  operator: null,
  address: '127.0.0.1',
  action: 'account.locked',
  objectKind: 'person',
  objectId: ana,
  result: 'done',
  detail: '{}',
};
const noOne = { personId: null, personName: null, username: null };
const operation = { action: 'change.refused', objectKind: 'operation', objectId: null };
const events = [
  event,
  { ...event, ...operation, seq: 2, result: 'STEP_UP_REQUIRED', detail: '{"operations":["lockAccount"]}' },
  { ...event, ...operation, seq: 3, result: 'FORBIDDEN' },
  { ...event, ...noOne, seq: 4, address: '', action: 'first_hour.mail', objectKind: 'tenant' },
  { ...event, ...noOne, seq: 5, action: 'sign_in.refused', result: 'NOT_LINKED' },
];
const links = { next: null, previous: null };
const person = { firstName: 'Ana', lastName: 'Morales', username: 'ana' };
const answers = { auditEvents: { results: events, links }, auditActions: [], administeredPerson: { person } };
const query = vi.fn();
const onObject = vi.fn();

beforeAll(async () => {
  await startI18n();
  await loadTexts(['audit', 'console']);
});
beforeEach(() => {
  sessionStorage.clear();
  query.mockReset().mockResolvedValue(answers);
});

function open(objectId: string | null = null) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ query } as unknown as Api}>
        <AuditPage tenantId="t1" objectId={objectId} onObject={onObject} />
      </ApiProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

it('tells refusals, questions and the portal’s own events in words', async () => {
  open();
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
  expect((await row(/Confirmation requested/)).getByText('Asked to confirm')).toBeTruthy();
  const refused = await row(/Change refused/);
  expect(refused.getByText('Refused')).toBeTruthy();
  expect(refused.getByText('Not permitted')).toBeTruthy();
  expect((await row(/Email tested/)).getByText('Atrium')).toBeTruthy();
  expect((await row(/Sign-in refused/)).getByText('Not signed in')).toBeTruthy();
  expect(screen.queryByText(/STEP_UP_REQUIRED|FORBIDDEN|NOT_LINKED/)).toBeNull();
});

it('says in the drawer whose account it was', async () => {
  const user = open();
  await user.click(await screen.findByText('Account locked'));
  const drawer = within(await screen.findByRole('dialog', { name: 'Account locked' }));
  expect(await drawer.findByText('Ana Morales (ana)')).toBeTruthy();
  expect(query).toHaveBeenCalledWith(expect.anything(), { personId: ana }, expect.anything());
});

it('keeps to the id of someone it may not read', async () => {
  query.mockImplementation(async (_, variables) => {
    if ('personId' in variables) throw new ApiError('NOT_FOUND', 'gone');
    return answers;
  });
  const user = open();
  await user.click(await screen.findByText('Account locked'));
  const drawer = within(await screen.findByRole('dialog', { name: 'Account locked' }));
  expect(drawer.getByText(ana)).toBeTruthy();
  await vi.waitFor(() => expect(drawer.queryByText('…')).toBeNull());
  expect(drawer.queryByText(/Ana/)).toBeNull();
});

it('shows the history of one object where it is asked for, and goes back to all events', async () => {
  const user = open(ana);
  expect(await screen.findByText('History of one object')).toBeTruthy();
  const filter = expect.objectContaining({ objectId: ana });
  expect(query).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ filter }), expect.anything());
  await user.click(screen.getByRole('button', { name: 'Show all events' }));
  expect(onObject).toHaveBeenCalledWith(null);
});
