import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '../../api/client';
import { ApiError, type ErrorCode } from '../../api/error';
import { ApiProvider } from '../../api/hooks';
import { getPasskey } from '../../api/passkey';
import { announceConfirmed, type Challenge, type Factor, type Proof } from '../../api/step-up';
import { loadTexts, startI18n } from '../../i18n';
import { proveIt, useAsked } from './asked';
import StepUpDialog from './StepUpDialog';

vi.mock('../../api/passkey', () => ({ getPasskey: vi.fn() }));

const send = vi.fn<Api['send']>();
const onAnswer = vi.fn<(proof: Proof) => void>();

beforeAll(async () => {
  await startI18n();
  await loadTexts(['step-up']);
});
beforeEach(() => {
  send.mockReset().mockResolvedValue(null);
  onAnswer.mockReset();
});

function open(factors: Factor[], expiresAt = '2999-01-01T00:00:00Z') {
  const challenge: Challenge = { challenge: 'c 1', factors, expiresAt };
  render(
    <ApiProvider value={{ send } as unknown as Api}>
      <StepUpDialog challenge={challenge} onAnswer={onAnswer} />
    </ApiProvider>,
  );
  return userEvent.setup();
}

const refuse = (code: ErrorCode, about: object = {}) => send.mockRejectedValueOnce(new ApiError(code, 'no', about));
const alertText = () =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('');
const code = () => screen.getByLabelText<HTMLInputElement>('Code from your authenticator app');

describe('a code', () => {
  it('is typed or pasted, and proves it', async () => {
    const user = open([{ kind: 'totp' }]);
    code().focus();
    expect([code().inputMode, code().autocomplete]).toEqual(['numeric', 'one-time-code']);
    await user.paste(' 123 456\n');
    expect(code().value).toBe('123456');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith('proved'));
    expect(send).toHaveBeenCalledExactlyOnceWith('POST', '/step-up/c%201', { kind: 'totp', code: '123456' });
  });

  it('that is missing is asked for before the server is', async () => {
    const user = open([{ kind: 'totp' }]);
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(screen.getByText('Enter the code.')).toBeTruthy();
    expect(send).not.toHaveBeenCalled();
  });

  it('that is wrong says how many tries are left, and is typed anew', async () => {
    refuse('INCORRECT_CODE', { triesLeft: 1 });
    const user = open([{ kind: 'totp' }]);
    await user.type(code(), '000000{Enter}');
    await waitFor(() => expect(alertText()).toBe('That code isn’t right. 1 try left.'));
    await waitFor(() => expect(code().value).toBe(''));
    expect(onAnswer).not.toHaveBeenCalled();
  });

  it('that is a password is called one when it is wrong', async () => {
    refuse('INCORRECT_CODE', { triesLeft: 4 });
    const user = open([{ kind: 'password' }]);
    await user.type(screen.getByLabelText('Your password'), 'not it{Enter}');
    await waitFor(() => expect(alertText()).toBe('That password isn’t right. 4 tries left.'));
    expect(onAnswer).not.toHaveBeenCalled();
  });

  it('after which no try is left, or that came too late, can be started again', async () => {
    refuse('CHALLENGE_GONE');
    const user = open([{ kind: 'totp' }]);
    await user.type(code(), '000000{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Start again' }));
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith('again');
  });

  it('tried too often has to wait', async () => {
    refuse('TOO_MANY_TRIES', { retryAfterSeconds: 90 });
    const user = open([{ kind: 'totp' }]);
    await user.type(code(), '000000{Enter}');
    await waitFor(() => expect(alertText()).toBe('Too many tries. Try again in 2 minutes.'));
  });
});

it('a challenge that runs out while the dialog is open says so', async () => {
  open([{ kind: 'totp' }], '2020-01-01T00:00:00Z');
  expect(await screen.findByRole('dialog', { name: 'This confirmation has expired' }, { timeout: 3000 })).toBeTruthy();
});

it('a text message that cannot be sent yet says when, and asks for no code', async () => {
  refuse('TOO_MANY_CODES', { retryAfterSeconds: 540 });
  const user = open([{ kind: 'sms', hint: '•••• 4417' }, { kind: 'totp' }]);
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
  await waitFor(() => expect(alertText()).toBe('We sent too many codes. You can get a new one in 9 minutes.'));
  expect(screen.queryByLabelText('Code from the text message')).toBeNull();
  expect(screen.getByRole('button', { name: 'Authenticator app' })).toBeTruthy();
});

it('a text message is sent first, and not again at once', async () => {
  const user = open([{ kind: 'sms', hint: '•••• 4417' }]);
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
  expect(send).toHaveBeenCalledExactlyOnceWith('POST', '/step-up/c%201/options', { kind: 'sms' });
  const field = await screen.findByLabelText('Code from the text message');
  expect(screen.getByText('Sent to •••• 4417.')).toBeTruthy();
  const resend = screen.getByRole('button', { name: 'Send a new code' });
  expect(resend.getAttribute('aria-disabled')).toBe('true');
  await user.click(resend);
  expect(send).toHaveBeenCalledOnce();
  await user.type(field, '654321{Enter}');
  await waitFor(() => expect(send).toHaveBeenLastCalledWith('POST', '/step-up/c%201', { kind: 'sms', code: '654321' }));
});

describe('a passkey', () => {
  it('is used through the browser', async () => {
    send.mockResolvedValueOnce({ options: { challenge: 'AQ' } });
    vi.mocked(getPasskey).mockResolvedValue({ outcome: 'done', credential: { id: 'k1' } });
    const user = open([{ kind: 'passkey' }]);
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith('proved'));
    expect(getPasskey).toHaveBeenLastCalledWith({ challenge: 'AQ' });
    expect(send).toHaveBeenLastCalledWith('POST', '/step-up/c%201', { kind: 'passkey', credential: { id: 'k1' } });
  });

  it('that was not used leaves the other ways', async () => {
    send.mockResolvedValueOnce({ options: {} });
    vi.mocked(getPasskey).mockResolvedValue({ outcome: 'cancelled' });
    const user = open([{ kind: 'passkey' }, { kind: 'password' }]);
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(alertText()).toMatch(/^The passkey wasn’t used/));
    await user.click(screen.getByRole('button', { name: 'Password' }));
    expect(alertText()).toBe('');
    await user.type(await screen.findByLabelText('Your password'), 's3cret{Enter}');
    await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith('proved'));
    expect(send).toHaveBeenLastCalledWith('POST', '/step-up/c%201', { kind: 'password', password: 's3cret' });
  });
});

describe('the operator’s own provider', () => {
  const upstream: Factor = { kind: 'upstream', hint: 'Juniper ID', id: 'u 1' };

  it('is asked in a window of its own, and the form goes on when that window says so', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(window);
    const user = open([upstream]);
    await user.click(screen.getByRole('button', { name: 'Continue with Juniper ID' }));
    expect(opened.mock.calls[0]?.[0]).toBe('/login/upstream/u%201?challenge=c+1');
    announceConfirmed('another');
    announceConfirmed('c 1');
    await waitFor(() => expect(onAnswer).toHaveBeenCalledExactlyOnceWith('proved'));
    expect(send).not.toHaveBeenCalled();
  });

  it('whose window the browser does not open is told', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    const user = open([upstream]);
    await user.click(screen.getByRole('button', { name: 'Continue with Juniper ID' }));
    await waitFor(() => expect(alertText()).toMatch(/^Your browser blocked the window/));
    expect(onAnswer).not.toHaveBeenCalled();
  });
});

it.each(['{Escape}', 'Cancel'])('%s gives the form back', async (way) => {
  const user = open([{ kind: 'totp' }]);
  if (way === 'Cancel') await user.click(screen.getByRole('button', { name: 'Cancel' }));
  else await user.keyboard(way);
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith('declined');
  expect(send).not.toHaveBeenCalled();
});

it('somebody without a factor is led to the account settings', () => {
  open([]);
  expect(screen.getByRole('dialog', { name: 'You don’t have a second factor yet' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open account settings' }).getAttribute('href')).toBe('/accountSettings');
});

it('two calls that ask at once take turns', async () => {
  const challenge = (name: string): Challenge => ({ challenge: name, factors: [], expiresAt: '2999-01-01T00:00:00Z' });
  const proofs = Promise.all([proveIt(challenge('first')), proveIt(challenge('second'))]);
  const asked = () => useAsked.getState().waiting[0];
  expect(asked()?.challenge.challenge).toBe('first');
  asked()?.answer('proved');
  expect(asked()?.challenge.challenge).toBe('second');
  asked()?.answer('declined');
  expect(await proofs).toEqual(['proved', 'declined']);
  expect(asked()).toBeUndefined();
});
