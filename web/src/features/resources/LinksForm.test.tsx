import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useCallback, useState } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Api } from '../../api/client';
import { ApiError } from '../../api/error';
import { ApiProvider, createQueryClient } from '../../api/hooks';
import { loadTexts, startI18n } from '../../i18n';
import { LinksForm } from './LinksForm';

const place = { tenantId: 't1', companyId: 'c1', managerId: 'marcus' as string | null };
const links = { stateW4Link: null, federalW4Link: null, customLinks: [], dashboardMessages: [], version: 1 };
const query = vi.fn();
const mutate = vi.fn();
const onDirty = vi.fn<(isDirty: boolean) => void>();

beforeAll(async () => {
  await startI18n();
  await loadTexts(['resources']);
});
beforeEach(() => {
  query.mockReset().mockResolvedValue({ getCompanyLinks: links });
  mutate.mockReset().mockResolvedValue({ putCompanyLinks: { version: 2 } });
  onDirty.mockReset();
});

function Page() {
  const [isDirty, setDirty] = useState(false);
  const hear = useCallback((dirty: boolean) => {
    onDirty(dirty);
    setDirty(dirty);
  }, []);
  return <LinksForm place={place} mayWrite isDirty={isDirty} onDirty={hear} />;
}

async function open() {
  const queryClient = createQueryClient();
  const page = render(
    <QueryClientProvider client={queryClient}>
      <ApiProvider value={{ query, mutate } as unknown as Api}>
        <Page />
      </ApiProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('textbox', { name: 'State W-4 form' });
  return { ...page, queryClient };
}

const stateLink = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'State W-4 form' });

it('says that something was typed until it is saved, and not when that fails', async () => {
  const user = userEvent.setup();
  await open();
  expect(onDirty).not.toHaveBeenCalledWith(true);
  await user.type(stateLink(), '/w4');
  expect(onDirty).toHaveBeenLastCalledWith(true);
  mutate.mockRejectedValueOnce(new ApiError('CONFLICT', 'no'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Someone else changed this in the meantime.')).toBeTruthy();
  expect(onDirty).toHaveBeenLastCalledWith(true);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onDirty).toHaveBeenLastCalledWith(false));
});

const theirs = {
  stateW4Link: '/theirs',
  federalW4Link: null,
  customLinks: [],
  dashboardMessages: [{ message: 'Hers' }],
  version: 7,
  updatedByName: 'Priya Raman',
};

async function meetConflict() {
  const user = userEvent.setup();
  const page = await open();
  await user.type(stateLink(), '/w4');
  mutate.mockRejectedValueOnce(new ApiError('CONFLICT', 'no', { current: theirs }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const compared = await screen.findByText('/theirs');
  const notice = within(compared.closest<HTMLElement>('[role=alert]') ?? document.body);
  expect(notice.getByText('/w4')).toBeTruthy();
  expect(notice.getByText('Hers')).toBeTruthy();
  expect(notice.getByText('Priya Raman changed this while you were editing')).toBeTruthy();
  return { user, notice, ...page };
}

it('shows what somebody else saved first, and saves mine over it only when told', async () => {
  const { user, notice } = await meetConflict();
  // Neither Save nor Enter takes the choice away.
  await user.type(stateLink(), '{Enter}');
  expect(mutate).toHaveBeenCalledTimes(1);
  await user.click(notice.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(mutate).toHaveBeenCalledTimes(2));
  expect(mutate.mock.lastCall?.[1]).toMatchObject({ input: { stateW4Link: '/w4', version: 7 } });
});

it('takes what somebody else saved first, when told', async () => {
  const { user, notice } = await meetConflict();
  query.mockResolvedValue({ getCompanyLinks: theirs });
  await user.click(notice.getByRole('button', { name: 'Use theirs' }));
  await waitFor(() => expect(stateLink().value).toBe('/theirs'));
  await waitFor(() => expect(onDirty).toHaveBeenLastCalledWith(false));
  expect(mutate).toHaveBeenCalledTimes(1);
});

it('is not replaced by what somebody else saves while something is typed, but is once it is saved', async () => {
  const user = userEvent.setup();
  const { queryClient } = await open();
  await user.type(stateLink(), '/w4');
  query.mockResolvedValue({ getCompanyLinks: { ...links, stateW4Link: '/theirs', version: 2 } });
  await queryClient.invalidateQueries();
  expect(query).toHaveBeenCalledTimes(1);
  expect(stateLink().value).toBe('/w4');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(stateLink().value).toBe('/theirs'));
});

it('has nothing to lose any more once it is gone', async () => {
  const { unmount } = await open();
  await userEvent.type(stateLink(), '/w4');
  unmount();
  expect(onDirty).toHaveBeenLastCalledWith(false);
});

it('saves as an administrator where there is no manager', async () => {
  const user = userEvent.setup();
  place.managerId = null;
  query.mockResolvedValue({ administeredLinks: links });
  mutate.mockResolvedValue({ putAdministeredLinks: { version: 2 } });
  await open();
  await user.type(stateLink(), '/w4');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(mutate).toHaveBeenCalledTimes(1));
  const sent = mutate.mock.calls[0]?.[1] as Record<string, unknown>;
  expect(sent).toMatchObject({ tenantId: 't1', companyId: 'c1', input: { stateW4Link: '/w4', version: 1 } });
  expect(sent).not.toHaveProperty('managerId');
  place.managerId = 'marcus';
});
