import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoginApp } from './LoginApp';
import { chooseLanguage } from './text';

type Answer = { status: number; body?: unknown };

const answers: Record<string, Answer> = {};
const fetch = vi.fn(async (path: string, _request?: RequestInit) => {
  const answer = answers[path.split('?')[0] ?? ''];
  if (!answer) throw new TypeError('Failed to fetch');
  const body = answer.status === 204 ? null : JSON.stringify(answer.body ?? {});
  return new Response(body, { status: answer.status, headers: { 'Content-Type': 'application/json' } });
});

beforeEach(() => {
  for (const path of Object.keys(answers)) delete answers[path];
  fetch.mockClear();
  vi.stubGlobal('fetch', fetch);
  chooseLanguage('en');
});
afterEach(() => vi.unstubAllGlobals());

function open(path: string) {
  const [pathname = '', search] = path.split('?');
  render(<LoginApp address={{ pathname, search: search ? `?${search}` : '' }} />);
  return userEvent.setup();
}

function sent(path: string): unknown[] {
  return fetch.mock.calls
    .filter(([address, request]) => address === path && request?.method === 'POST')
    .map(([, request]) => JSON.parse(String(request?.body)));
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const link = (kind: string) => ({
  status: 200,
  body: { kind, username: 'ana', firstName: 'Ana', expiresAt: '2999-01-01T00:00:00Z', minimumLength: 15 },
});

describe('a forgotten password', () => {
  it('is answered alike whoever asks', async () => {
    answers['/login/forgot'] = { status: 204 };
    const user = open('/login/forgot');
    await user.type(await screen.findByLabelText('Username or email'), ' nobody {Enter}');
    await heading('Check your email');
    expect(sent('/login/forgot')).toEqual([{ username: 'nobody' }]);
  });

  it('that could not be asked for says so and keeps what was typed', async () => {
    answers['/login/forgot'] = { status: 503 };
    const user = open('/login/forgot');
    await user.type(await screen.findByLabelText('Username or email'), 'ana{Enter}');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^There was a problem/));
    expect(screen.getByLabelText<HTMLInputElement>('Username or email').value).toBe('ana');
  });

  it('asked for too often points at the mail that was sent', async () => {
    answers['/login/forgot'] = { status: 429, body: { code: 'TOO_MANY_MAILS', retryAfterSeconds: 600 } };
    const user = open('/login/forgot');
    await user.type(await screen.findByLabelText('Username or email'), 'ana{Enter}');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/Check your inbox/));
  });
});

describe('a new email address', () => {
  it('is confirmed by a press, and says when someone else has it by now', async () => {
    answers['/login/link'] = link('email');
    answers['/login/confirm-email'] = { status: 422, body: { code: 'EMAIL_TAKEN', field: 'email' } };
    const user = open('/login/confirm-email?token=t1');
    await heading('Confirm your email address');
    expect(sent('/login/confirm-email')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Confirm address' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/Someone else/));
    answers['/login/confirm-email'] = { status: 200 };
    await user.click(screen.getByRole('button', { name: 'Confirm address' }));
    await heading('Your email address is confirmed');
    expect(sent('/login/confirm-email')).toEqual([{ token: 't1' }, { token: 't1' }]);
  });
});

describe('a sign-in link', () => {
  it('is asked for by name', async () => {
    answers['/login/mail-link'] = { status: 204 };
    const user = open('/login/mail-link');
    await heading('Sign in without a password');
    await user.type(await screen.findByLabelText('Username or email'), 'ana{Enter}');
    await heading('Check your email');
    expect(sent('/login/mail-link')).toEqual([{ username: 'ana' }]);
  });

  it('signs nobody in by being opened, and begins a sign-in when pressed', async () => {
    const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    answers['/login/link'] = link('sign_in');
    const user = open('/login/by-link?token=t1');
    await heading('Welcome back, Ana');
    expect(sessionStorage.getItem('signInLink')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(leave).toHaveBeenCalledWith('/signin');
    expect(sessionStorage.getItem('signInLink')).toBe('t1');
    sessionStorage.clear();
  });
});

describe('a new password', () => {
  it.each([
    ['/login/reset?token=t1', 'reset', 'Choose a new password'],
    ['/login/invitation?token=t1', 'invitation', 'Welcome, Ana'],
  ])('behind %s tells its rule first, and is refused here before it is sent', async (path, kind, title) => {
    answers['/login/link'] = link(kind);
    const user = open(path);
    await heading(title);
    expect(screen.getByText(/^At least 15 characters/)).toBeTruthy();
    await user.type(screen.getByLabelText('New password'), 'too short{Enter}');
    expect(await screen.findByText('This password is too short.')).toBeTruthy();
    expect(sent('/login/choose-password')).toEqual([]);
    answers['/login/choose-password'] = { status: 200, body: { next: '/signin' } };
    await user.type(screen.getByLabelText('New password'), ' but now it is long{Enter}');
    await heading('Your new password is set');
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin');
    expect(sent('/login/choose-password')).toEqual([{ token: 't1', password: 'too short but now it is long' }]);
  });

  it.each([
    ['PASSWORD_COMMON', 'This password is easy to guess. Choose another.'],
    ['PASSWORD_CONTEXT', /contains your name/],
  ])('refused with %s says why', async (code, text) => {
    answers['/login/link'] = link('reset');
    answers['/login/choose-password'] = { status: 422, body: { code, field: 'password' } };
    const user = open('/login/reset?token=t1');
    await user.type(await screen.findByLabelText('New password'), 'correct horse battery{Enter}');
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('is not needed by somebody who signs in at the company', async () => {
    const invited = link('invitation');
    answers['/login/link'] = { ...invited, body: { ...invited.body, upstreams: [{ id: 'u1', name: 'Cedar SSO' }] } };
    open('/login/invitation?token=t1');
    const button = await screen.findByRole('link', { name: 'Continue with Cedar SSO' });
    expect(button.getAttribute('href')).toBe('/login/upstream/u1?invitation=t1');
  });

  it('cannot be chosen with a link that is used up', async () => {
    answers['/login/link'] = { status: 410, body: { code: 'LINK_GONE' } };
    open('/login/reset?token=t1');
    await heading('This link no longer works');
    expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe('/login/forgot');
  });

  it('can wait for a server that is away', async () => {
    const user = open('/login/reset?token=t1');
    await heading('Sign-in isn’t available right now');
    answers['/login/link'] = link('reset');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await heading('Choose a new password');
  });
});

describe('«this was not me»', () => {
  it('asks first, then protects the account', async () => {
    answers['/login/link'] = link('alarm');
    answers['/login/not-me'] = { status: 200 };
    const user = open('/login/not-me?token=t1');
    await heading('This wasn’t you?');
    expect(sent('/login/not-me')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Protect my account' }));
    await heading('Your account is protected');
    expect(sent('/login/not-me')).toEqual([{ token: 't1' }]);
  });

  it('sends people to their administrator when a colleague has the previous address', async () => {
    answers['/login/link'] = link('alarm');
    answers['/login/not-me'] = { status: 422, body: { code: 'EMAIL_TAKEN' } };
    const user = open('/login/not-me?token=t1');
    await user.click(await screen.findByRole('button', { name: 'Protect my account' }));
    await heading('Contact your administrator');
    expect(screen.getByText(/canceled its password/)).toBeTruthy();
  });
});

describe('an account that was merged into another one', () => {
  it('is taken back after a question, by the same call', async () => {
    answers['/login/link'] = link('unmerge');
    answers['/login/not-me'] = { status: 200 };
    const user = open('/login/not-me?token=t1');
    await heading('Take your account back');
    expect(sent('/login/not-me')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Take my account back' }));
    await heading('Your account is yours again');
    expect(sent('/login/not-me')).toEqual([{ token: 't1' }]);
  });
});

describe('the first administrator', () => {
  const fill = async (user: ReturnType<typeof userEvent.setup>) => {
    for (const [label, value] of [
      ['Organization name', 'Cedar Group'],
      ['First company’s name', 'Cedar Outfitters'],
      ['First name', 'Grace'],
      ['Last name', 'O’Neil'],
      ['Email', 'grace@cedar.example'],
      ['Username', 'grace'],
      ['New password', 'correct horse battery'],
    ] as const) {
      await user.click(screen.getByLabelText(label));
      await user.paste(value);
    }
  };

  it('fills in everything, and is told what is taken', async () => {
    answers['/login/setup/link'] = { status: 200 };
    answers['/login/setup'] = { status: 422, body: { code: 'USERNAME_TAKEN', field: 'username' } };
    const user = open('/login/setup?token=t1');
    await heading('Set up Atrium');
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    expect(screen.getByText('Fill in this field.')).toBeTruthy();
    expect(sent('/login/setup')).toEqual([]);
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    expect(await screen.findByText('This username is taken. Choose another.')).toBeTruthy();
    answers['/login/setup'] = { status: 422, body: { code: 'INVALID_USERNAME', field: 'username' } };
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    expect(
      await screen.findByText('A username can’t have spaces. One with an @ must be your own email address.'),
    ).toBeTruthy();
    answers['/login/setup'] = { status: 422, body: { code: 'TOO_LONG', field: 'tenantName' } };
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    expect(await screen.findByText('This is too long. Shorten it.')).toBeTruthy();
    answers['/login/setup'] = { status: 200, body: { next: '/signin' } };
    await user.click(screen.getByRole('button', { name: 'Finish' }));
    await heading('Atrium is ready');
    expect(sent('/login/setup').at(-1)).toMatchObject({
      token: 't1',
      tenantName: 'Cedar Group',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      username: 'grace',
    });
  });

  it('cannot use a link twice', async () => {
    answers['/login/setup/link'] = { status: 410 };
    open('/login/setup?token=t1');
    await heading('This link no longer works');
  });
});
