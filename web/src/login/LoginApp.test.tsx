import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onConfirmed } from '../api/step-up';
import { LoginApp } from './LoginApp';
import { chooseLanguage, startText } from './text';

type Answer = { status: number; body?: unknown } | 'no answer';

const found = { status: 200, body: { clientName: 'Atrium', expiresAt: '2999-01-01T00:00:00Z' } };
const demo = {
  status: 200,
  body: {
    ...found.body,
    demoPassword: 'atrium-demo-only',
    demoAccounts: [
      { username: 'ana', firstName: 'Ana', lastName: 'Morales', who: 'employee of Cedar Outfitters', language: 'en' },
      { username: 'elena', firstName: 'Elena', lastName: 'Vargas', who: 'employee of Cedar Logistics', language: 'es' },
    ],
  },
};
const gone = { status: 404 };
const signedIn = { status: 200, body: { next: '/oauth2/authorize/resume?request=r1' } };
const refused = { status: 401, body: { code: 'INVALID_CREDENTIALS' } };

const identified = { status: 200, body: { upstream: null } };

const answers: Record<string, Answer> = {};
const fetch = vi.fn(async (path: string, _request?: RequestInit) => {
  const answer = answers[path.split('?')[0] ?? ''] ?? 'no answer';
  if (answer === 'no answer') throw new TypeError('Failed to fetch');
  return Response.json(answer.body ?? {}, { status: answer.status });
});
const leave = vi.fn();

function provider(given: { request?: Answer; identifier?: Answer; password?: Answer; signOut?: Answer }) {
  answers['/login/request'] = given.request ?? found;
  answers['/login/identifier'] = given.identifier ?? identified;
  answers['/login/password'] = given.password ?? refused;
  answers['/login/sign-out'] = given.signOut ?? { status: 200, body: { next: '/login/signed-out' } };
}

function open(path = '/login?request=r1') {
  const [pathname = '', query] = path.split('?');
  render(<LoginApp address={{ pathname, search: query ? `?${query}` : '' }} />);
  return userEvent.setup();
}

/** What was sent to sign in, oldest first. */
function sent(where = '/login/password'): unknown[] {
  return fetch.mock.calls.filter(([path]) => path === where).map(([, request]) => JSON.parse(String(request?.body)));
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const username = () => screen.findByLabelText<HTMLInputElement>('Username or email');
const password = () => screen.findByLabelText<HTMLInputElement>('Password');

beforeEach(() => {
  fetch.mockClear();
  leave.mockClear();
  vi.stubGlobal('fetch', fetch);
  vi.spyOn(window.location, 'assign').mockImplementation(leave);
  chooseLanguage('en');
  provider({});
});
afterEach(() => vi.unstubAllGlobals());

describe('an account that many guessed at', () => {
  it('offers a link by mail, in both languages', async () => {
    provider({ password: { status: 401, body: { code: 'ACCOUNT_GUARDED' } } });
    const user = open();
    await user.type(await username(), 'ana{Enter}');
    await user.type(await password(), 'right or wrong{Enter}');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/a password alone isn’t enough/));
    const offer = screen.getByRole('link', { name: 'Email me a sign-in link' });
    expect(offer.getAttribute('href')).toBe('/login/mail-link');
    act(() => chooseLanguage('es'));
    expect(screen.getByRole('alert').textContent).toMatch(/la contraseña sola no basta/);
  });

  it.each([
    ['good', { status: 200, body: { next: '/oauth2/authorize/resume?request=r1' } }],
    ['used', { status: 410, body: { code: 'LINK_GONE' } }],
  ])('is opened by a link that is %s', async (state, answer) => {
    answers['/login/link-sign-in'] = answer;
    sessionStorage.setItem('signInLink', 't1');
    open();
    if (state === 'good')
      await waitFor(() => expect(leave).toHaveBeenCalledWith('/oauth2/authorize/resume?request=r1'));
    else await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/was already used/));
    expect(sessionStorage.getItem('signInLink')).toBeNull();
  });
});

describe('outside production', () => {
  afterEach(() => {
    delete document.documentElement.dataset.environment;
  });

  it.each([
    ['local', 'Local'],
    ['development', 'Development'],
    ['staging', 'Staging'],
  ])('%s is marked', async (environment, mark) => {
    document.documentElement.dataset.environment = environment;
    open();
    expect(await screen.findByText(mark)).toBeTruthy();
  });

  it('production is not', async () => {
    document.documentElement.dataset.environment = 'production';
    open();
    await heading('Sign in');
    expect(screen.queryByText(/^(Local|Development|Staging|Production)$/i)).toBeNull();
  });
});

describe('signing in', () => {
  it('needs no mouse: the field has the focus, Enter goes on to the password, Enter submits', async () => {
    provider({ password: signedIn });
    const user = open();
    await waitFor(async () => expect(document.activeElement).toBe(await username()));
    await user.keyboard(' ana {Enter}');
    await waitFor(async () => expect(document.activeElement).toBe(await password()));
    await user.keyboard('s3cret{Enter}');
    await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('/oauth2/authorize/resume?request=r1'));
    expect(sent()).toEqual([{ request: 'r1', username: 'ana', password: 's3cret' }]);
    expect(document.title).toBe('Sign in · Atrium');
    expect(screen.getByText('to continue to Atrium')).toBeTruthy();
  });

  it('that fails for a forgotten password takes the username along, and back', async () => {
    const user = open();
    await user.type(await username(), 'ana{Enter}');
    await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
    await heading('Forgot your password?');
    expect((await username()).value).toBe('ana');
    expect([location.pathname, location.search, location.hash]).toEqual(['/login/forgot', '', '']);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('ana');
    await user.type(await username(), '.m');
    history.replaceState(null, '', '/login?request=r1');
    act(() => void dispatchEvent(new PopStateEvent('popstate')));
    await heading('Sign in');
    expect((await username()).value).toBe('ana.m');
  });

  it('is a form that password managers know', async () => {
    const user = open();
    expect((await username()).form?.method).toBe('post');
    expect([(await username()).name, (await username()).getAttribute('autocomplete')]).toEqual([
      'username',
      'username',
    ]);
    await user.type(await username(), 'ana{Enter}');
    const form = (await password()).form;
    expect(form?.method).toBe('post');
    expect([(await password()).name, (await password()).getAttribute('autocomplete')]).toEqual([
      'password',
      'current-password',
    ]);
    // The name is there for them beside the password.
    const kept = form?.elements.namedItem('username') as HTMLInputElement;
    expect([kept.value, kept.getAttribute('autocomplete')]).toEqual(['ana', 'username']);
  });

  it('shows the password on request', async () => {
    const user = open();
    await user.type(await username(), 'ana{Enter}');
    expect((await password()).type).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect((await password()).type).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect((await password()).type).toBe('password');
  });

  it('takes what the browser filled in without telling', async () => {
    provider({ password: signedIn });
    open();
    // A write past React's own setter, and no event: what some browsers do when they fill in a form.
    const setSilently = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    setSilently?.call(await username(), 'ana');
    fireEvent.submit((await username()).form as HTMLFormElement);
    setSilently?.call(await password(), 's3cret');
    fireEvent.submit((await password()).form as HTMLFormElement);
    await waitFor(() => expect(sent()).toEqual([{ request: 'r1', username: 'ana', password: 's3cret' }]));
  });

  it('asks for what is missing, step by step, before asking the server', async () => {
    const user = open();
    await user.type(await username(), ' {Enter}');
    expect(screen.getByText('Enter your username or email.')).toBeTruthy();
    expect(document.activeElement).toBe(await username());
    expect(sent('/login/identifier')).toEqual([]);
    await user.type(await username(), 'ana{Enter}');
    await user.type(await password(), '{Enter}');
    expect(screen.getByText('Enter your password.')).toBeTruthy();
    expect(document.activeElement).toBe(await password());
    expect(sent()).toEqual([]);
  });

  it('asks who it is before how, and lets them change it', async () => {
    const user = open();
    await username();
    expect(screen.queryByLabelText('Password')).toBeNull();
    await user.type(await username(), ' ana@cedar.example {Enter}');
    await password();
    expect(sent('/login/identifier')).toEqual([{ request: 'r1', username: 'ana@cedar.example' }]);
    expect(screen.getByText('ana@cedar.example')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /company account/ })).toBeNull();
    await user.type(await password(), 'half');
    await user.click(screen.getByRole('button', { name: 'Change' }));
    expect((await username()).value).toBe('ana@cedar.example');
    expect(document.activeElement).toBe(await username());
    await user.type(await username(), '{Enter}');
    expect((await password()).value).toBe('');
  });

  it('offers the company’s provider where the mail domain has one, without its name, and the password too', async () => {
    provider({ identifier: { status: 200, body: { upstream: 'u 1' } }, password: signedIn });
    const user = open();
    await user.type(await username(), 'ana@cedar.example{Enter}');
    const link = await screen.findByRole('link', { name: 'Continue with your company account' });
    expect(link.getAttribute('href')).toBe('/login/upstream/u%201?request=r1');
    await user.type(await password(), 's3cret{Enter}');
    await waitFor(() => expect(sent()).toEqual([{ request: 'r1', username: 'ana@cedar.example', password: 's3cret' }]));
  });

  it.each<[string, Answer, RegExp]>([
    ['a server in trouble', { status: 503 }, /^There was a problem/],
    ['an answer that says something else', { status: 200, body: { upstream: 7 } }, /^There was a problem/],
  ])('stays where it is for %s', async (_, answer, words) => {
    provider({ identifier: answer });
    const user = open();
    await user.type(await username(), 'ana');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(words));
    expect((await username()).value).toBe('ana');
    provider({ identifier: { status: 410, body: { code: 'REQUEST_GONE' } } });
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await heading('This sign-in has expired');
  });

  it('says that username or password is wrong, keeps both and goes to the password', async () => {
    const user = open();
    await user.type(await username(), 'ana{Enter}');
    await user.type(await password(), 'wrong{Enter}');
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toMatch(/^That username or password isn’t right/),
    );
    expect(screen.getByText('ana')).toBeTruthy();
    expect((await password()).value).toBe('wrong');
    expect(document.activeElement).toBe(await password());
    expect(leave).not.toHaveBeenCalled();
  });

  it('says it again when it happens again', async () => {
    const user = open();
    await user.type(await username(), 'ana{Enter}');
    await user.type(await password(), 'wrong{Enter}');
    const first = await waitFor(() => screen.getByRole('alert').firstElementChild ?? Promise.reject());
    await user.type(await password(), '!{Enter}');
    await waitFor(() => expect(screen.getByRole('alert').firstElementChild).not.toBe(first));
    expect(sent()).toHaveLength(2);
  });

  it.each<[string, Answer]>([
    ['a server in trouble', { status: 503, body: { code: 'UNAVAILABLE' } }],
    ['a broken line', 'no answer'],
    ['a next page on another site', { status: 200, body: { next: 'https://evil.example/oauth2/' } }],
  ])('%s is told in general words, and nothing typed is lost', async (_, answer) => {
    provider({ password: answer });
    const user = open();
    await user.type(await username(), 'ana{Enter}');
    await user.type(await password(), 's3cret');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    const alert = screen.getByRole('alert');
    await waitFor(() => expect(alert.textContent).toBe('There was a problem. Please try again later.'));
    expect(document.activeElement).toBe(alert);
    expect(screen.getByText('ana')).toBeTruthy();
    expect((await password()).value).toBe('s3cret');
    expect(leave).not.toHaveBeenCalled();
  });

  it('sends once, however often Enter is pressed, and stays busy until the browser has left', async () => {
    provider({ password: signedIn });
    const user = open();
    await user.type(await username(), 'ana{Enter}');
    await user.type(await password(), 's3cret{Enter}{Enter}{Enter}');
    await waitFor(() => expect(leave).toHaveBeenCalled());
    await user.type(await password(), '{Enter}');
    // A password manager that submits by itself.
    fireEvent.submit((await password()).form as HTMLFormElement);
    expect(sent()).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Sign in' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('pauses after too many tries, and comes back with what was typed', async () => {
    provider({ password: { status: 429, body: { code: 'TOO_MANY_TRIES', retryAfterSeconds: 1 } } });
    const user = open();
    await user.type(await username(), 'ana{Enter}');
    await user.type(await password(), 's3cret{Enter}');
    expect(document.activeElement).toBe(await heading('Too many tries'));
    await user.click(await screen.findByRole('button', { name: 'Try again' }, { timeout: 3000 }));
    expect(screen.getByText('ana')).toBeTruthy();
    expect((await password()).value).toBe('s3cret');
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it('a request that ended while the person typed can be started over', async () => {
    provider({ password: { status: 410, body: { code: 'REQUEST_GONE' } } });
    const user = open();
    await user.type(await username(), 'ana{Enter}');
    await user.type(await password(), 's3cret{Enter}');
    expect(document.activeElement).toBe(await heading('This sign-in has expired'));
    expect(screen.getByRole('link', { name: 'Start over' }).getAttribute('href')).toBe('/signin');
  });
});

describe('the request', () => {
  it.each(['/login?request=r1', '/login/?request=r1'])('%s that is gone can be started over', async (path) => {
    provider({ request: gone });
    open(path);
    await heading('This sign-in has expired');
    expect(screen.getByRole('link', { name: 'Start over' }).getAttribute('href')).toBe('/signin');
  });

  it.each(['/login', '/login?request='])(
    'that is missing in %s can be started over, and nobody is asked',
    async (path) => {
      open(path);
      await heading('This sign-in has expired');
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  it('does not keep the form waiting when the server is slow', async () => {
    let tell = (_: Response) => {};
    fetch.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          tell = resolve;
        }),
    );
    const user = open();
    await user.type(await username(), 'ana');
    act(() => tell(Response.json(found.body)));
    expect(await screen.findByText('to continue to Atrium')).toBeTruthy();
    expect((await username()).value).toBe('ana');
  });

  it('is asked for again when someone comes back to the tab too late', async () => {
    provider({ request: { status: 200, body: { ...found.body, expiresAt: '2020-01-01T00:00:00Z' } } });
    open();
    await username();
    provider({ request: gone });
    fireEvent(document, new Event('visibilitychange'));
    await heading('This sign-in has expired');
  });

  it.each<[string, Answer]>([
    ['an unreachable server', 'no answer'],
    ['a server in trouble', { status: 503 }],
  ])('%s is told, again and again, until a retry helps', async (_, answer) => {
    provider({ request: answer });
    const user = open();
    await heading('Sign-in isn’t available right now');
    const first = screen.getByRole('alert').firstElementChild;
    expect(first?.textContent).toBe('There was a problem. Please try again later.');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.getByRole('alert').firstElementChild).not.toBe(first));
    provider({});
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await username()).toBeTruthy();
  });

  it('without a network is told as such', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    provider({ request: 'no answer' });
    open();
    expect((await screen.findByRole('alert')).textContent).toMatch(/^You are currently offline/);
  });
});

describe('a demo', () => {
  it('signs in whom one chooses, once', async () => {
    provider({ request: demo, password: signedIn });
    const user = open();
    await user.dblClick(await screen.findByRole('button', { name: /Elena Vargas/ }));
    await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('/oauth2/authorize/resume?request=r1'));
    expect(sent()).toEqual([{ request: 'r1', username: 'elena', password: 'atrium-demo-only' }]);
  });

  it('keeps the form for typing', async () => {
    provider({ request: demo, password: signedIn });
    const user = open();
    await screen.findByRole('button', { name: /Ana Morales/ });
    await user.type(await username(), 'victor{Enter}');
    await user.type(await password(), 'typed{Enter}');
    await waitFor(() => expect(sent()).toEqual([{ request: 'r1', username: 'victor', password: 'typed' }]));
  });

  it('that fails brings the message into view', async () => {
    provider({ request: demo, password: { status: 503 } });
    const user = open();
    await user.click(await screen.findByRole('button', { name: /Ana Morales/ }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')));
    expect(screen.getByRole('button', { name: /Elena Vargas/ })).toHaveProperty('disabled', false);
  });

  it('is nowhere to be seen in production', async () => {
    open();
    await username();
    expect(screen.queryByText(/demo/i)).toBeNull();
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Continue']);
  });
});

describe('signing out', () => {
  it('is said, with the way back', async () => {
    open('/login/signed-out');
    await heading('You’re signed out');
    expect(screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe('/signin');
    expect(screen.queryByRole('link', { name: /Also sign out/ })).toBeNull();
  });

  it('is offered at the company’s own provider to whoever came from there', async () => {
    answers['/login/upstream/sign-out/offer'] = { status: 200, body: { name: 'Juniper ID' } };
    open('/login/signed-out?error=UPSTREAM_UNAVAILABLE');
    const link = await screen.findByRole('link', { name: 'Also sign out of Juniper ID' });
    expect(link.getAttribute('href')).toBe('/login/upstream/sign-out');
    expect(screen.getByText(/can’t reach your company’s sign-in service/)).toBeTruthy();
    delete answers['/login/upstream/sign-out/offer'];
  });

  it('is asked first when the provider wants to be sure, and can be declined', async () => {
    const user = open('/login/signed-out?confirm=1');
    await heading('Do you want to sign out?');
    expect(screen.getByRole('link', { name: 'Stay signed in' }).getAttribute('href')).toBe('/');
    expect(fetch).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('/login/signed-out'));
  });

  it.each<[string, Answer]>([
    ['does not answer', 'no answer'],
    ['names another site', { status: 200, body: { next: '//evil.example/login/' } }],
  ])('fails aloud when the server %s', async (_, answer) => {
    provider({ signOut: answer });
    const user = open('/login/signed-out?confirm=1');
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('There was a problem. Please try again later.'),
    );
    expect(leave).not.toHaveBeenCalled();
  });
});

describe('the language', () => {
  it('is chosen on the page, kept on the device, told to the browser, and loses nothing typed', async () => {
    const user = open();
    await user.type(await username(), 'ana');
    await user.click(screen.getByRole('radio', { name: 'Español' }));
    expect(await screen.findByLabelText('Nombre de usuario o correo')).toHaveProperty('value', 'ana');
    expect(screen.getByRole('button', { name: 'Continuar' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('es');
    expect(localStorage.getItem('language')).toBe('es');
    expect(document.title).toBe('Iniciar sesión · Atrium');
  });

  it.each([
    ['es', 'Su sesión está cerrada'],
    ['en', 'You’re signed out'],
    ['tlh', 'You’re signed out'],
  ])('%s on the device opens the page with «%s»', async (stored, title) => {
    localStorage.setItem('language', stored);
    startText();
    open('/login/signed-out');
    await heading(title);
  });

  it('is also that of an error', async () => {
    chooseLanguage('es');
    provider({ password: { status: 503 } });
    const user = open();
    await user.type(await screen.findByLabelText('Nombre de usuario o correo'), 'ana{Enter}');
    await user.type(await screen.findByLabelText('Contraseña'), 's3cret');
    await user.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('Había un problema. Por favor, inténtelo de nuevo más tarde.'),
    );
  });
});

describe('coming back from the operator’s own provider', () => {
  it('without an account and without a request says why, not that something has expired', async () => {
    open('/login?error=NOT_LINKED');
    await heading('You’re not signed in');
    expect(screen.getByText(/^Your company account isn’t linked/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Start over' }).getAttribute('href')).toBe('/signin');
  });

  it('with a proof tells the window with the form, and closes', async () => {
    const close = vi.spyOn(window, 'close').mockImplementation(() => {});
    const told = vi.fn();
    const stop = onConfirmed('c1', told);
    open('/login/confirmed?challenge=c1');
    await heading('Confirmed');
    await waitFor(() => expect(told).toHaveBeenCalledOnce());
    expect(close).toHaveBeenCalledOnce();
    stop();
  });

  it.each([
    ['SOMEBODY_ELSE', /^You signed in there as someone else/],
    ['UPSTREAM_REFUSED', /^Nothing changed/],
  ])('with %s tells nobody and stays open', async (error, why) => {
    const close = vi.spyOn(window, 'close').mockClear();
    open(`/login/confirmed?challenge=c1&error=${error}`);
    await heading('Not confirmed');
    expect(screen.getByText(why)).toBeTruthy();
    expect(close).not.toHaveBeenCalled();
  });
});

it('an unknown address under /login says so', async () => {
  open('/login/nowhere');
  await heading('Page not found');
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin');
});
