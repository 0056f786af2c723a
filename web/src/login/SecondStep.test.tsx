import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getPasskey, hasPasskeys } from '../api/passkey';
import { LoginApp } from './LoginApp';
import { chooseLanguage } from './text';

vi.mock('../api/passkey', () => ({ getPasskey: vi.fn(), hasPasskeys: vi.fn(() => false) }));

type Answer = { status: number; body?: unknown };

const next = '/oauth2/authorize/resume?request=r1';
const found = { clientName: 'Atrium', expiresAt: '2999-01-01T00:00:00Z', passkeys: true };
const answers: Record<string, Answer> = {};
const fetch = vi.fn(async (path: string, _request?: RequestInit) => {
  const answer = answers[path.split('?')[0] ?? ''];
  if (!answer) throw new TypeError('Failed to fetch');
  const body = answer.status === 204 ? null : JSON.stringify(answer.body ?? {});
  return new Response(body, { status: answer.status, headers: { 'Content-Type': 'application/json' } });
});
const leave = vi.fn();

beforeEach(() => {
  for (const path of Object.keys(answers)) delete answers[path];
  answers['/login/request'] = { status: 200, body: found };
  answers['/login/identifier'] = { status: 200, body: { upstream: null } };
  fetch.mockClear();
  leave.mockClear();
  vi.mocked(hasPasskeys).mockReturnValue(false);
  vi.stubGlobal('fetch', fetch);
  vi.spyOn(window.location, 'assign').mockImplementation(leave);
  chooseLanguage('en');
});
afterEach(() => vi.unstubAllGlobals());

function open(search = '?request=r1') {
  render(<LoginApp address={{ pathname: '/login', search }} />);
  return userEvent.setup();
}

async function givePassword(answer: object) {
  answers['/login/password'] = { status: 200, body: { ...answer, expiresAt: '2999-01-01T00:00:00Z' } };
  const user = open();
  await user.type(await screen.findByLabelText('Username or email'), 'ana{Enter}');
  await user.type(await screen.findByLabelText('Password'), 's3cret{Enter}');
  return user;
}

const askForFactor = (...kinds: string[]) =>
  givePassword({ attempt: 'a1', factors: kinds.map((kind) => ({ kind, hint: kind === 'sms' ? '•••• 4417' : null })) });

function sent(path: string): unknown[] {
  return fetch.mock.calls
    .filter(([address]) => address === path)
    .map(([, request]) => JSON.parse(String(request?.body)));
}

const alertText = () => screen.getByRole('alert').textContent;
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('a second factor', () => {
  it('is a code of six digits, and leads on', async () => {
    answers['/login/factor'] = { status: 200, body: { next } };
    const user = await askForFactor('totp', 'recovery');
    await heading('Confirm it’s you');
    await user.type(await screen.findByLabelText('Code from your authenticator app'), '123 456{Enter}');
    await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(next));
    expect(sent('/login/factor')).toEqual([{ request: 'r1', attempt: 'a1', kind: 'totp', code: '123456' }]);
  });

  it('that is wrong says how many tries are left', async () => {
    answers['/login/factor'] = { status: 401, body: { code: 'INCORRECT_CODE', triesLeft: 4 } };
    const user = await askForFactor('totp');
    await user.type(await screen.findByLabelText('Code from your authenticator app'), '000000{Enter}');
    await waitFor(() => expect(alertText()).toBe('That code isn’t right. Tries left: 4.'));
    expect(leave).not.toHaveBeenCalled();
  });

  it('that was wrong until no try is left begins with the password again, and says so', async () => {
    answers['/login/factor'] = { status: 401, body: { code: 'INCORRECT_CODE', triesLeft: 0 } };
    const user = await askForFactor('totp');
    await user.type(await screen.findByLabelText('Code from your authenticator app'), '000000{Enter}');
    await heading('Sign in');
    expect(alertText()).toBe('Too many wrong codes. Enter your password again.');
    expect(leave).not.toHaveBeenCalled();
  });

  it('can be another one', async () => {
    answers['/login/factor'] = { status: 200, body: { next } };
    const user = await askForFactor('totp', 'recovery');
    await user.click(await screen.findByRole('button', { name: 'Recovery code' }));
    await user.type(screen.getByLabelText('Recovery code'), 'aaaaa-bbbbb{Enter}');
    await waitFor(() => expect(sent('/login/factor')).toMatchObject([{ kind: 'recovery', code: 'aaaaa-bbbbb' }]));
  });

  it('by text message is sent first', async () => {
    answers['/login/factor/options'] = { status: 204 };
    answers['/login/factor'] = { status: 200, body: { next } };
    const user = await askForFactor('sms');
    await user.click(await screen.findByRole('button', { name: 'Send the code' }));
    await user.type(await screen.findByLabelText('Code from the text message'), '654321{Enter}');
    await waitFor(() => expect(leave).toHaveBeenCalled());
    expect(sent('/login/factor/options')).toEqual([{ attempt: 'a1', kind: 'sms' }]);
  });

  it('by text message that cannot be sent yet says when, and leaves the other ways open', async () => {
    answers['/login/factor/options'] = { status: 429, body: { code: 'TOO_MANY_CODES', retryAfterSeconds: 530 } };
    answers['/login/factor'] = { status: 200, body: { next } };
    const user = await askForFactor('sms', 'totp');
    await user.click(await screen.findByRole('button', { name: 'Send the code' }));
    await waitFor(() => expect(alertText()).toBe('We sent too many codes. You can get a new one in 9 minutes.'));
    expect(screen.getByRole('button', { name: 'Send the code' }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByLabelText('Code from the text message')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Authenticator app' }));
    expect(alertText()).toBe('');
    await user.type(screen.getByLabelText('Code from your authenticator app'), '123456{Enter}');
    await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(next));
  });

  it('by text message pauses the sign-in after too many tries', async () => {
    answers['/login/factor/options'] = { status: 429, body: { code: 'TOO_MANY_TRIES', retryAfterSeconds: 60 } };
    const user = await askForFactor('sms');
    await user.click(await screen.findByRole('button', { name: 'Send the code' }));
    await heading('Too many tries');
  });

  it('that rests, such as a phone that was changed lately, is explained', async () => {
    await askForFactor();
    expect(await screen.findByText(/24 hours after the change, so try again tomorrow/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to sign-in' }).getAttribute('href')).toBe('/signin');
  });

  it('by passkey goes through the browser', async () => {
    answers['/login/factor/options'] = { status: 200, body: { options: { challenge: 'AQ' } } };
    answers['/login/factor'] = { status: 200, body: { next } };
    vi.mocked(getPasskey).mockResolvedValue({ outcome: 'done', credential: { id: 'k1' } });
    const user = await askForFactor('passkey');
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(next));
    expect(sent('/login/factor')).toMatchObject([{ kind: 'passkey', credential: { id: 'k1' } }]);
  });

  it.each([
    ['took too long asks for the password again', { status: 410, body: { code: 'ATTEMPT_GONE' } }, 'Sign in'],
    [
      'has no request any more starts over',
      { status: 410, body: { code: 'REQUEST_GONE' } },
      'This sign-in has expired',
    ],
    ['was tried too often pauses', { status: 429, body: { retryAfterSeconds: 60 } }, 'Too many tries'],
  ])('that %s', async (_, answer, title) => {
    answers['/login/factor'] = answer;
    const user = await askForFactor('totp');
    await user.type(await screen.findByLabelText('Code from your authenticator app'), '000000{Enter}');
    await heading(title);
    if (title === 'Sign in') expect(alertText()).toBe('That took too long. Enter your password again.');
  });
});

describe('setting up a second factor on the way in', () => {
  it('shows the key, takes a code, and shows the recovery codes before it leads on', async () => {
    answers['/login/enroll/totp'] = {
      status: 200,
      body: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x', qr: { d: 'M0 0h1v1h-1z', size: 21 } },
    };
    answers['/login/enroll/totp/confirm'] = { status: 401, body: { code: 'INCORRECT_CODE', triesLeft: 2 } };
    const user = await givePassword({ attempt: 'a2', enroll: true });
    expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    await user.type(screen.getByLabelText('Code from the app'), '000000{Enter}');
    await waitFor(() => expect(alertText()).toBe('That code isn’t right. Tries left: 2.'));
    answers['/login/enroll/totp/confirm'] = { status: 200, body: { next, recoveryCodes: ['aaaaa-bbbbb'] } };
    await user.type(screen.getByLabelText('Code from the app'), '123456{Enter}');
    expect(await screen.findByText('aaaaa-bbbbb')).toBeTruthy();
    expect(leave).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'I’ve saved them' }));
    expect(leave).toHaveBeenCalledExactlyOnceWith(next);
  });
});

describe('a passkey alone', () => {
  beforeEach(() => {
    vi.mocked(hasPasskeys).mockReturnValue(true);
    answers['/login/passkey/options'] = { status: 200, body: { attempt: 'a3', options: { challenge: 'AQ' } } };
  });

  it('signs in without a username', async () => {
    answers['/login/passkey'] = { status: 200, body: { next } };
    vi.mocked(getPasskey).mockResolvedValue({ outcome: 'done', credential: { id: 'k1' } });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
    await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith(next));
    expect(sent('/login/passkey')).toEqual([{ request: 'r1', attempt: 'a3', credential: { id: 'k1' } }]);
  });

  it('is not offered by a server that cannot use it', async () => {
    answers['/login/request'] = { status: 200, body: { ...found, passkeys: false } };
    open();
    await screen.findByLabelText('Username or email');
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
  });

  it.each([
    ['cancelled', /^The passkey wasn’t used/],
    ['failed', /^We couldn’t use the passkey here/],
  ] as const)('that was %s leaves the form', async (outcome, text) => {
    vi.mocked(getPasskey).mockResolvedValue({ outcome });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
    await waitFor(() => expect(alertText()).toMatch(text));
    expect(sent('/login/passkey')).toEqual([]);
  });

  it('that nobody knows is told as such', async () => {
    answers['/login/passkey'] = { status: 401, body: { code: 'INVALID_CREDENTIALS' } };
    vi.mocked(getPasskey).mockResolvedValue({ outcome: 'done', credential: {} });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }));
    await waitFor(() => expect(alertText()).toMatch(/^We don’t recognize this passkey/));
  });
});

describe("the operator's own provider", () => {
  it('is one press away from the mail domain, for the same request', async () => {
    answers['/login/identifier'] = { status: 200, body: { upstream: 'o/k' } };
    const user = open('?request=r%261');
    await user.type(await screen.findByLabelText('Username or email'), 'ana@cedar.example{Enter}');
    const link = await screen.findByRole('link', { name: 'Continue with your company account' });
    expect(link.getAttribute('href')).toBe('/login/upstream/o%2Fk?request=r%261');
  });

  it.each([
    ['UPSTREAM_UNAVAILABLE', /can’t reach/],
    ['UPSTREAM_REFUSED', /didn’t let you in/],
    ['NOT_LINKED', /isn’t linked/],
    ['TOO_MANY_TRIES', /from your network/],
  ])('that failed with %s says so above the form', async (error, text) => {
    open(`?request=r1&error=${error}`);
    await waitFor(() => expect(alertText()).toMatch(text));
  });

  it('cannot put words of its own there', async () => {
    open('?request=r1&error=Call+0900+1234');
    await screen.findByLabelText('Username or email');
    expect(alertText()).toBe('');
  });
});

it('a demo names its people in the language of the page, where it can', async () => {
  answers['/login/request'] = {
    status: 200,
    body: {
      clientName: 'Atrium',
      expiresAt: '2999-01-01T00:00:00Z',
      demoPassword: 'x',
      demoAccounts: [
        {
          username: 'ana',
          firstName: 'Ana',
          lastName: 'Morales',
          who: 'Employee',
          language: 'en',
        },
        {
          username: 'new',
          firstName: 'New',
          lastName: 'One',
          who: 'Somebody new',
          language: 'en',
        },
      ],
    },
  };
  chooseLanguage('es');
  open();
  expect(await screen.findByText('Empleada de Cedar Outfitters')).toBeTruthy();
  expect(screen.getByText('Somebody new').lang).toBe('en');
});
