import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Actor } from '../../api/actor';
import type { Api } from '../../api/client';
import { ApiError, type ErrorCode } from '../../api/error';
import { ApiProvider, createQueryClient } from '../../api/hooks';
import { loadTexts, startI18n } from '../../i18n';
import { Toaster } from '../../ui';
import { DecideRequest } from './DecideRequest';
import type { Request } from './request';

const actor: Actor = {
  tenantId: 't1',
  personId: 'marcus',
  companyId: 'c1',
  companyName: 'Cedar Outfitters',
  employeeId: null,
  permissions: ['manager:profile.write'],
  today: '2026-11-16',
  timeZone: 'America/Los_Angeles',
};
const zip = { id: null, name: null, field: 'zip', before: '97214', after: '97299', hasMoved: false, now: null };
const moved = { ...zip, hasMoved: true, now: '97201' };
const ofAna = {
  id: 'r1',
  status: 'Pending',
  employeeId: 'e1',
  employeeCode: '1001',
  firstName: 'Ana',
  lastName: 'Morales',
  requestedAt: '2026-11-16T10:00:00Z',
  lastUpdated: '2026-11-16T10:00:00Z',
  version: 1,
  cautions: [],
  directDeposit: null,
  entityType: 'demographics',
  changedFields: [zip],
  federalTaxSetup: null,
  stateTaxSetup: null,
  localTaxSetup: null,
} as unknown as Request;

const query = vi.fn();
const mutate = vi.fn();
const fieldsAre = (...changedFields: (typeof moved | typeof zip)[]) =>
  query.mockResolvedValue({ getChangeRequest: { changedFields } });
const refuse = (code: ErrorCode) => mutate.mockRejectedValueOnce(new ApiError(code, 'no'));

beforeAll(async () => {
  await startI18n();
  await loadTexts(['deposits', 'profile', 'tax-setup', 'payroll']);
});
beforeEach(() => {
  query.mockReset();
  mutate.mockReset().mockResolvedValue({ putManagerEmployeeChangeRequest: { id: 'r1', status: 'Denied' } });
  fieldsAre(zip);
});

function Page({ request }: { request: Request }) {
  const [isOpen, setOpen] = useState(true);
  return <DecideRequest open={isOpen} onClose={() => setOpen(false)} actor={actor} request={request} />;
}

function open(request = ofAna) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ query, mutate } as unknown as Api}>
        <Page request={request} />
        <Toaster />
      </ApiProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const approve = () => screen.queryByRole('button', { name: 'Approve' });
const deny = () => screen.queryByRole('button', { name: 'Deny' });
const note = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const movedNotice = /so you can’t approve it anymore/;
const failedToast = 'Failed to submit change request decision';

describe('a note', () => {
  it('is asked about before it is thrown away, whichever way the drawer is closed', async () => {
    const user = open();
    await user.type(note(), 'Bring the lease.');
    for (const way of ['{Escape}', 'Close']) {
      if (way === 'Close') await user.click(screen.getByRole('button', { name: 'Close' }));
      else await user.keyboard(way);
      await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
      expect(note().value).toBe('Bring the lease.');
    }
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await gone();
    expect(mutate).not.toHaveBeenCalled();
  });

  it('of nothing but spaces is not asked about', async () => {
    const user = open();
    await user.type(note(), '  ');
    await user.keyboard('{Escape}');
    await gone();
  });

  it('that was sent with the decision is not asked about', async () => {
    const user = open();
    await user.type(note(), 'Bring the lease.');
    await user.click(screen.getByRole('button', { name: 'Deny' }));
    await gone();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('what cannot be approved any more', () => {
  it('is only denied, once its fields have moved', async () => {
    fieldsAre(moved);
    open();
    expect(await screen.findByText(movedNotice)).toBeTruthy();
    expect(approve()).toBeNull();
    expect(deny()).toBeTruthy();
  });

  it('is only denied, once its owner has frozen it', async () => {
    open({ ...ofAna, status: 'Frozen', cautions: [{ code: 'FROZEN_BY_OWNER', at: null }] });
    expect(await screen.findByText('You can only deny it.')).toBeTruthy();
    expect(approve()).toBeNull();
    expect(deny()).toBeTruthy();
  });

  it('is said once where the fields move while it is open, and then denied', async () => {
    const user = open();
    await screen.findByRole('button', { name: 'Approve' });
    fieldsAre(moved);
    refuse('CONFLICT');
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText(movedNotice)).toBeTruthy();
    expect(approve()).toBeNull();
    expect(screen.queryByText('Someone else changed this in the meantime.')).toBeNull();
    expect(screen.queryByText(failedToast)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Deny' }));
    await gone();
    expect(mutate.mock.calls[1]?.[1]).toMatchObject({ action: 'deny', input: { version: 1 } });
  });

  it.each<[ErrorCode, string | RegExp]>([
    ['CONFLICT', 'Someone else changed this in the meantime.'],
    ['REQUEST_PROCESSED', /^This request has been Processed/],
  ])('is not decided here after %s, which is said once', async (code, words) => {
    const user = open();
    refuse(code);
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    expect(await screen.findByText(words)).toBeTruthy();
    expect([approve(), deny()]).toEqual([null, null]);
    expect(screen.queryByText(failedToast)).toBeNull();
    // The button that had the focus is gone; the drawer takes it back a moment later.
    await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await gone();
  });

  it('is another matter than an outage, after which both are still there', async () => {
    const user = open();
    refuse('UNAVAILABLE');
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    expect((await screen.findAllByText(failedToast)).length).toBeGreaterThan(0);
    expect(await screen.findByText(/^The connection dropped, so we can’t tell/)).toBeTruthy();
    expect([approve(), deny()]).not.toContain(null);
    mutate.mockRejectedValueOnce(new ApiError('UNAVAILABLE', 'no', { isUnsent: true }));
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('You’re offline. Your decision wasn’t saved.')).toBeTruthy();
    // The same attempt as before, whatever became of it.
    expect(mutate.mock.calls[1]?.[2]).toBe(mutate.mock.calls[0]?.[2]);
  });
});
