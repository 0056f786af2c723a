import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '../../api/client';
import { ApiError, type ErrorCode } from '../../api/error';
import { ApiProvider, createQueryClient } from '../../api/hooks';
import { createPasskey } from '../../api/passkey';
import { loadTexts, startI18n } from '../../i18n';
import { dismissToast, Toaster } from '../../ui';
import { AccountPage } from './AccountPage';
import type { Account } from './account';

vi.mock('../../api/passkey', () => ({ hasPasskeys: () => true, createPasskey: vi.fn() }));

const now = '2026-11-16T10:00:00Z';
const ana: Account = {
  personId: 'p1',
  username: 'ana',
  firstName: 'Ana',
  lastName: 'Morales',
  email: 'ana@cedar.example',
  newEmail: null,
  phone: null,
  phoneUsableFrom: null,
  language: 'en',
  passwordChangedAt: '2026-11-01T09:00:00Z',
  minimumPasswordLength: 8,
  passkeysPossible: true,
  passkeys: [],
  totpEnabledAt: null,
  recoveryCodesLeft: 0,
  sessions: [
    { id: 's2', device: 'Safari on iPhone', address: '', createdAt: now, lastUsedAt: now, isCurrent: false },
    { id: 's1', device: 'Chrome on Windows', address: '', createdAt: now, lastUsedAt: now, isCurrent: true },
  ],
  events: [],
  merge: null,
  linkedIdentities: [],
};

const query = vi.fn();
const mutate = vi.fn();
const send = vi.fn<Api['send']>();
const onProfileSaved = vi.fn();

beforeAll(async () => {
  await startI18n();
  await loadTexts(['account', 'step-up']);
});
beforeEach(() => {
  dismissToast();
  query.mockReset().mockResolvedValue({ accountSecurity: ana });
  mutate.mockReset();
  send.mockReset().mockResolvedValue(null);
  onProfileSaved.mockReset();
});
afterEach(() => vi.useRealTimers());

async function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ query, mutate, send } as unknown as Api}>
        <AccountPage clientId="atrium-test" onProfileSaved={onProfileSaved} />
        <Toaster />
      </ApiProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('button', { name: 'Save' });
  return userEvent.setup();
}

const refusal = (code: ErrorCode, about: object = {}) => new ApiError(code, 'what the server said', about);
const press = async (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) =>
  user.click(screen.getByRole('button', { name }));

describe('names and e-mail', () => {
  it('must all be filled in, or nothing is sent', async () => {
    const user = await open();
    await user.clear(screen.getByLabelText('Last name'));
    await press(user, 'Save');
    expect(await screen.findByText('All fields are required')).toBeTruthy();
    expect(send).not.toHaveBeenCalled();
  });

  it('are sent as the spec says, and the rest of the app learns of it', async () => {
    const user = await open();
    await user.clear(screen.getByLabelText('First name'));
    await user.type(screen.getByLabelText('First name'), ' Anna ');
    await press(user, 'Save');
    await waitFor(() => expect(onProfileSaved).toHaveBeenCalledOnce());
    expect(send).toHaveBeenCalledExactlyOnceWith('PATCH', '/users/p1/self', {
      firstName: 'Anna',
      lastName: 'Morales',
      email: 'ana@cedar.example',
    });
  });

  it('leave a new address waiting, to be sent again or given up', async () => {
    query.mockResolvedValue({ accountSecurity: { ...ana, newEmail: { email: 'new@cedar.example' } } });
    mutate.mockResolvedValueOnce({ resendNewEmail: { ...ana, newEmail: { email: 'new@cedar.example' } } });
    mutate.mockResolvedValueOnce({ cancelNewEmail: ana });
    const user = await open();
    expect(await screen.findByText(/We sent a link to new@cedar.example/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@cedar.example');
    await press(user, 'Send again');
    expect((await screen.findAllByText('We sent the link again.')).length).toBeGreaterThan(0);
    await press(user, 'Cancel change');
    await waitFor(() => expect(screen.queryByText(/We sent a link to/)).toBeNull());
  });

  it('that are refused say so in a toast and under the field, and keep what was typed', async () => {
    send.mockRejectedValue(refusal('INVALID_EMAIL', { field: 'email' }));
    const user = await open();
    await user.type(screen.getByLabelText('Email'), '!');
    await press(user, 'Save');
    expect(await screen.findByText('Enter a valid email address.')).toBeTruthy();
    expect(screen.getAllByText('Unable to update account settings').length).toBeGreaterThan(0);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@cedar.example!');
  });

  it('stay as typed and silent when the person declines to prove it', async () => {
    send.mockRejectedValue(refusal('STEP_UP_REQUIRED'));
    const user = await open();
    await user.type(screen.getByLabelText('Email'), '.new');
    await press(user, 'Save');
    await waitFor(() => expect(send).toHaveBeenCalledOnce());
    expect(screen.queryByText('Unable to update account settings')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@cedar.example.new');
  });
});

describe('a new phone number', () => {
  const resend = () => screen.getByRole('button', { name: 'Send a new code' });

  async function askForCode(number = '(312) 555-0142') {
    const user = await open();
    await press(user, 'Add a phone number');
    await user.type(screen.getByLabelText('New phone number'), number);
    await press(user, 'Send the code');
    return user;
  }

  it('is proved by a code that was sent there', async () => {
    const user = await askForCode();
    const code = await screen.findByLabelText('Code from the text message');
    expect(send).toHaveBeenLastCalledWith('POST', '/initiate-sms', {
      phoneNumber: '+13125550142',
      username: 'ana',
      sessionId: 's1',
    });
    send.mockResolvedValueOnce({ verified: false, triesLeft: 4 });
    await user.type(code, '000000{Enter}');
    expect(await screen.findByText('The verification code you entered is incorrect. 4 tries left.')).toBeTruthy();
    send.mockResolvedValueOnce({ verified: true });
    await user.type(code, '123456{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(send).toHaveBeenLastCalledWith('POST', '/verify-otp', {
      phoneNumber: '+13125550142',
      username: 'ana',
      clientId: 'atrium-test',
      code: '123456',
    });
  });

  it('that cannot be one is not sent', async () => {
    await askForCode('555');
    expect(screen.getByText('Enter a valid phone number.')).toBeTruthy();
    expect(send).not.toHaveBeenCalled();
  });

  it('that codes cannot be sent to is told under its field', async () => {
    send.mockRejectedValue(refusal('COUNTRY_NOT_ALLOWED', { field: 'phoneNumber' }));
    await askForCode('+34 612 345 678');
    const told = await screen.findByText('We can’t send codes to phones in this country.');
    const input = screen.getByLabelText('New phone number');
    expect(input.getAttribute('aria-describedby')).toContain(told.closest('[id]')?.id);
  });

  it('that had too many codes says how long to wait for the next', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = await askForCode();
    await screen.findByLabelText('Code from the text message');
    expect(resend().getAttribute('aria-disabled')).toBe('true');
    act(() => vi.advanceTimersByTime(61_000));
    // The clock on the page is read once a second.
    act(() => vi.advanceTimersByTime(1_000));
    send.mockRejectedValueOnce(refusal('TOO_MANY_CODES', { retryAfterSeconds: 540 }));
    await user.click(resend());
    expect(await screen.findByText('We sent too many codes. You can get a new one in 9 minutes.')).toBeTruthy();
    expect(resend().getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByLabelText('Code from the text message')).toBeTruthy();
  });

  it('that the server refuses in words we do not know is told in its words', async () => {
    send.mockRejectedValue(refusal('INTERNAL'));
    await askForCode();
    expect(await screen.findByText('what the server said')).toBeTruthy();
  });
});

it.each([
  [0, 'None', /^You don’t have any recovery codes/],
  [2, 'Few left', /^2 codes left/],
])('%i recovery codes are told as «%s»', async (recoveryCodesLeft, badge, text) => {
  query.mockResolvedValue({ accountSecurity: { ...ana, totpEnabledAt: now, recoveryCodesLeft } });
  await open();
  expect(screen.getByText(badge)).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
});

it('a wrong current password is told under its field', async () => {
  mutate.mockRejectedValue(refusal('INCORRECT_PASSWORD', { field: 'currentPassword' }));
  const user = await open();
  await press(user, 'Change password');
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/^At least 8 characters/)).toBeTruthy();
  await user.type(dialog.getByLabelText('Current password'), 'wrong');
  await user.type(dialog.getByLabelText('New password'), 'three calm words');
  await user.click(dialog.getByRole('button', { name: 'Change password' }));
  expect(await dialog.findByText('That password isn’t right.')).toBeTruthy();
  expect(mutate.mock.calls[0]?.[1]).toEqual({ currentPassword: 'wrong', newPassword: 'three calm words' });
});

it('somebody who comes from another provider has no password to change, and may choose one by mail', async () => {
  query.mockResolvedValue({ accountSecurity: { ...ana, passwordChangedAt: null } });
  await open();
  expect(screen.getByText(/^You don’t have a password here/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Choose a password' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull();
});

describe('a passkey', () => {
  const began = { beginPasskey: { ceremony: 'c1', options: '{"challenge":"AQ"}' } };

  it('is made by the browser and gets the name that was typed', async () => {
    vi.mocked(createPasskey).mockResolvedValue({ outcome: 'done', credential: { id: 'k1' } });
    const passkeys = [{ id: 'k1', name: 'My laptop', createdAt: now, lastUsedAt: null }];
    mutate.mockResolvedValueOnce(began).mockResolvedValueOnce({ addPasskey: { ...ana, passkeys } });
    const user = await open();
    await press(user, 'Add a passkey');
    await user.clear(screen.getByLabelText('Name'));
    await user.type(screen.getByLabelText('Name'), 'My laptop{Enter}');
    expect(await screen.findByText('My laptop')).toBeTruthy();
    expect(createPasskey).toHaveBeenCalledWith({ challenge: 'AQ' });
    expect(mutate.mock.calls[1]?.[1]).toEqual({ ceremony: 'c1', name: 'My laptop', credential: '{"id":"k1"}' });
  });

  it('that was not made changes nothing', async () => {
    vi.mocked(createPasskey).mockResolvedValue({ outcome: 'cancelled' });
    mutate.mockResolvedValueOnce(began);
    const user = await open();
    await press(user, 'Add a passkey');
    await press(user, 'Continue');
    expect(await screen.findByText(/^No passkey was created/)).toBeTruthy();
    expect(mutate).toHaveBeenCalledOnce();
  });
});

describe('a company sign-in', () => {
  it('is listed and removed after a question; the last way in stays, and the page says why', async () => {
    const linked = { id: 'i1', name: 'Cedar ID', issuer: 'https://id.cedar.example', linkedAt: now };
    query.mockResolvedValue({ accountSecurity: { ...ana, linkedIdentities: [linked] } });
    mutate.mockRejectedValueOnce(refusal('LAST_WAY_IN'));
    mutate.mockResolvedValueOnce({ removeLinkedIdentity: ana });
    const user = await open();
    const remove = async () => {
      await press(user, 'Remove: Cedar ID');
      await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    };
    await remove();
    expect((await screen.findAllByText(/your only way to sign in/)).length).toBeGreaterThan(0);
    await user.keyboard('{Escape}');
    await remove();
    await waitFor(() => expect(screen.queryByText('Cedar ID')).toBeNull());
    expect(mutate.mock.lastCall?.[1]).toEqual({ identityId: 'i1' });
  });
});

describe('merging another account', () => {
  const began = (...kinds: string[]) => ({
    beginMerge: { merge: 'm1', factors: kinds.map((kind) => ({ kind, hint: null })) },
  });
  const merged = { confirmMerge: { ...ana, merge: { username: 'ana.old', mergedAt: now, undoUntil: now } } };

  async function giveOther() {
    const user = await open();
    await press(user, 'Merge an account');
    await user.type(screen.getByLabelText('Other account’s username'), 'ana.old');
    await user.type(screen.getByLabelText('Other account’s password'), 's3cret');
    await press(user, 'Continue');
    return user;
  }

  it.each([
    ['MERGE_ONESELF', 'username', 'You’re signed in with this account. Enter another one.'],
    ['MERGE_SAME_COMPANY', 'username', /^Both accounts belong to employees of the same company/],
    ['INVALID_CREDENTIALS', 'password', 'That username or password isn’t right.'],
  ] as const)('refused with %s says so under the %s', async (code, field, text) => {
    mutate.mockRejectedValue(refusal(code, { field }));
    await giveOther();
    const told = await screen.findByText(text);
    const input = screen.getByLabelText(new RegExp(`^Other account’s ${field}`, 'i'));
    expect(input.getAttribute('aria-describedby')).toContain(told.closest('[id]')?.id);
  });

  it('asks for its second factor, and tells a wrong code under it', async () => {
    mutate.mockResolvedValueOnce(began('totp'));
    mutate.mockRejectedValueOnce(refusal('INCORRECT_CODE', { field: 'code' }));
    mutate.mockResolvedValueOnce(merged);
    const user = await giveOther();
    await user.type(await screen.findByLabelText('Code from your authenticator app'), '000000{Enter}');
    expect(await screen.findByText('That code isn’t right.')).toBeTruthy();
    await user.clear(screen.getByLabelText('Code from your authenticator app'));
    await user.type(screen.getByLabelText('Code from your authenticator app'), '123456{Enter}');
    expect(await screen.findByText('ana.old is part of this account')).toBeTruthy();
    expect(mutate.mock.calls[2]?.[1]).toEqual({ merge: 'm1', kind: 'totp', code: '123456' });
    // The other account's companies are there at once.
    expect(onProfileSaved).toHaveBeenCalledOnce();
  });

  it('that has no second factor is done by its password', async () => {
    mutate.mockResolvedValueOnce(began()).mockResolvedValueOnce(merged);
    await giveOther();
    expect(await screen.findByText('ana.old is part of this account')).toBeTruthy();
    expect(mutate.mock.calls[1]?.[1]).toEqual({ merge: 'm1', kind: 'totp', code: '' });
  });

  it('that only has passkeys says what to do there first', async () => {
    mutate.mockResolvedValueOnce(began()).mockRejectedValueOnce(refusal('INCORRECT_CODE', { field: 'code' }));
    await giveOther();
    expect(await screen.findByText(/add an authenticator app in its account settings/)).toBeTruthy();
    expect(screen.queryByText('That code isn’t right.')).toBeNull();
  });

  it('that the person declines to prove stays as typed', async () => {
    mutate.mockResolvedValueOnce(began()).mockRejectedValueOnce(refusal('STEP_UP_REQUIRED'));
    await giveOther();
    await waitFor(() => expect(mutate).toHaveBeenCalledTimes(2));
    expect(screen.getByLabelText<HTMLInputElement>('Other account’s username').value).toBe('ana.old');
    expect(screen.queryByText(/add an authenticator app in its account settings/)).toBeNull();
  });
});

it('a name that the server refuses for a passkey is told under it', async () => {
  const passkeys = [{ id: 'k1', name: 'My laptop', createdAt: now, lastUsedAt: null }];
  query.mockResolvedValue({ accountSecurity: { ...ana, passkeys } });
  mutate.mockRejectedValue(refusal('INVALID_NAME', { field: 'name' }));
  const user = await open();
  await press(user, /^Rename/);
  await user.type(screen.getByLabelText('Name'), '!{Enter}');
  const told = await screen.findByText('Enter a name of up to 60 characters.');
  expect(screen.getByLabelText('Name').getAttribute('aria-describedby')).toContain(told.closest('[id]')?.id);
});

it('an authenticator app is proved with a code, and its recovery codes are shown once', async () => {
  mutate.mockResolvedValueOnce({
    beginTotp: {
      ceremony: 'c2',
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/x',
      qrPath: 'M0 0h1v1h-1z',
      qrSize: 21,
    },
  });
  const user = await open();
  await press(user, 'Set up an authenticator app');
  expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  const picture = screen.getByRole('img', { name: 'QR code for your authenticator app' });
  expect(picture.getAttribute('viewBox')).toBe('-4 -4 29 29');
  mutate.mockRejectedValueOnce(refusal('INCORRECT_CODE'));
  await user.type(screen.getByLabelText('Code from the app'), '000000{Enter}');
  expect(await screen.findByText('That code isn’t right.')).toBeTruthy();
  mutate.mockResolvedValueOnce({ confirmTotp: { recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'] } });
  await user.type(screen.getByLabelText('Code from the app'), '123456{Enter}');
  expect(await screen.findByText('aaaaa-bbbbb')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.getByText('ccccc-ddddd')).toBeTruthy();
  // A toast would lie over the buttons by which the codes are kept.
  expect(screen.queryByText('The authenticator app is on')).toBeNull();
  await press(user, 'I’ve saved them');
  expect(await screen.findAllByText('The authenticator app is on')).not.toHaveLength(0);
  await waitFor(() => expect(screen.queryByText('aaaaa-bbbbb')).toBeNull());
});

it('the session in hand comes first and cannot be ended here; another one can', async () => {
  mutate.mockResolvedValue({ endSession: { ...ana, sessions: ana.sessions.slice(1) } });
  const user = await open();
  const list = screen.getByRole('list', { name: 'Where you’re signed in' });
  expect(within(list).getAllByRole('listitem')[0]?.textContent).toContain('Chrome on WindowsThis device');
  expect(within(list).getAllByRole('button')).toHaveLength(1);
  await press(user, 'End: Safari on iPhone');
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End' }));
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
  expect(mutate.mock.calls[0]?.[1]).toEqual({ sessionId: 's2' });
});

it('an account that cannot be loaded can be asked for again', async () => {
  query.mockRejectedValueOnce(refusal('INTERNAL'));
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ApiProvider value={{ query, mutate, send } as unknown as Api}>
        <AccountPage clientId="atrium-test" onProfileSaved={onProfileSaved} />
      </ApiProvider>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
});
