/** The desktop shell as someone at a computer has it: its real window, the real provider, the system's key ring and browser. */
import { expect, linkOrButton, passcode, pathIn, test, textIn } from './people';
import { type Shell, setNetwork } from './shell';

const locked = 'Atrium is locked';
const offline = 'You are currently offline. Please check your internet connection.';
/** Longer than the 2000 ms after which the vault locks. */
const longEnoughMs = 3_000;

const reads = (shell: Shell) => expect.poll(() => textIn(shell));
const isAt = (shell: Shell, path: string) => expect.poll(() => pathIn(shell)).toBe(path);
const press = (shell: Shell, name: string) => expect(() => shell.window().press(linkOrButton(name))).toPass();

/** Asks to be let in again. The button does nothing while the last answer is looked at. */
async function unlock(shell: Shell): Promise<void> {
  await expect(async () => {
    if (shell.asksForPasscode() === null) await shell.window().press(linkOrButton('Unlock'));
    await expect.poll(shell.asksForPasscode, { timeout: 2_000 }).toBe('enter');
  }).toPass();
}

/** A page for anyone: leaving the app there is not leaving the session. */
async function openGuide(shell: Shell): Promise<void> {
  await shell.window().goTo(new URL('/guide', await shell.window().url()).href);
  const heading = () => shell.window().run(() => document.querySelector('h1')?.textContent ?? '');
  await expect.poll(heading).not.toBe('');
}

async function away(shell: Shell, ms: number): Promise<void> {
  shell.minimize();
  await new Promise((done) => setTimeout(done, ms));
  shell.show();
}

test('someone signs in through the system’s browser, downloads a pay stub and works on without a network', async ({
  shell,
  signIn,
}) => {
  await isAt(shell, '/landing');
  await reads(shell).toContain('Welcome to Atrium');
  const asked = await signIn('ana');
  expect(asked.searchParams.get('client_id')).toBe('atrium-native');
  expect(asked.searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
  await shell.answerPasscode({ kind: 'choose', text: passcode });
  await isAt(shell, '/tabs/employee/home');
  await reads(shell).toContain('Latest paycheck');

  // The tokens are in no storage of the window.
  const stored = await shell.window().run(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(stored).toContain('personId');
  expect(stored).not.toMatch(/eyJ|"(access|refresh|id)Token\\":\\"/);

  await press(shell, 'View pay stub');
  await expect.poll(() => pathIn(shell)).toMatch(/^\/tabs\/pay\/paystub\/./);
  await press(shell, 'Download PDF');
  await expect.poll(() => shell.saved().length).toBe(1);
  const [stub] = shell.saved();
  expect(stub?.name).toMatch(/^[^/]+\.pdf$/);
  expect(stub?.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(stub?.bytes.subarray(-6).toString()).toContain('%%EOF');
  shell.blockDownloads();
  await press(shell, 'Download PDF');
  await reads(shell).toContain('Error downloading file');
  shell.unblockDownloads();

  setNetwork(false);
  await reads(shell).toContain(offline);
  expect(await pathIn(shell)).toMatch(/^\/tabs\/pay\/paystub\/./);
  setNetwork(true);
  await reads(shell).not.toContain(offline);
  await press(shell, 'Home');
  await isAt(shell, '/tabs/employee/home');
  await reads(shell).toContain('Latest paycheck');
});

test('leaving the app signs out: minimized on a page that needs a person, it comes back to the landing page', async ({
  shell,
  signIn,
}) => {
  await signIn('ana');
  await shell.answerPasscode({ kind: 'choose', text: passcode });
  await isAt(shell, '/tabs/employee/home');
  await away(shell, 500);
  await isAt(shell, '/landing');
  // Nor does the next process know anyone.
  await shell.restart();
  await isAt(shell, '/landing');
  expect(shell.asksForPasscode()).toBeNull();
});

test('on a page for anyone the app locks after 2000 ms, and the passcode opens it', async ({ shell, signIn }) => {
  await signIn('ana');
  await shell.answerPasscode({ kind: 'choose', text: passcode });
  await isAt(shell, '/tabs/employee/home');
  await openGuide(shell);
  await away(shell, 500);
  expect(await textIn(shell)).not.toContain(locked);
  await away(shell, longEnoughMs);
  await reads(shell).toContain(locked);

  await unlock(shell);
  await shell.answerPasscode({ kind: 'enter', text: 'something else' });
  await reads(shell).toContain('After one more failed try');
  await unlock(shell);
  await shell.answerPasscode({ kind: 'put away' });
  await unlock(shell);
  await shell.answerPasscode({ kind: 'enter', text: passcode });
  await reads(shell).not.toContain(locked);
  // Open again, for the next page as well.
  await shell.window().goTo(new URL('/home', await shell.window().url()).href);
  await isAt(shell, '/tabs/employee/home');
  await reads(shell).toContain('Latest paycheck');
});

test('a locked screen is the background: the app locks behind it, in sight as the window is', async ({
  shell,
  signIn,
}) => {
  await signIn('ana');
  await shell.answerPasscode({ kind: 'choose', text: passcode });
  await isAt(shell, '/tabs/employee/home');
  await openGuide(shell);
  shell.tellScreen(true);
  await new Promise((done) => setTimeout(done, 500));
  shell.tellScreen(false);
  await new Promise((done) => setTimeout(done, longEnoughMs));
  expect(await textIn(shell)).not.toContain(locked);
  shell.tellScreen(true);
  await reads(shell).toContain(locked);
  shell.tellScreen(false);
  await unlock(shell);
  await shell.answerPasscode({ kind: 'enter', text: passcode });
  await reads(shell).not.toContain(locked);
  // On a page that needs a person, leaving is signing out.
  await shell.window().goTo(new URL('/home', await shell.window().url()).href);
  await isAt(shell, '/tabs/employee/home');
  shell.tellScreen(true);
  await isAt(shell, '/landing');
  shell.tellScreen(false);
});

test('two failed unlocks empty the key ring, and the next one to sign in chooses a passcode', async ({
  shell,
  signIn,
}) => {
  await signIn('ana');
  await shell.answerPasscode({ kind: 'choose', text: passcode });
  await isAt(shell, '/tabs/employee/home');
  await openGuide(shell);
  // A new process finds the vault locked, and asks.
  await shell.restart();
  await shell.answerPasscode({ kind: 'enter', text: 'something else' });
  await reads(shell).toContain(locked);
  await unlock(shell);
  await shell.answerPasscode({ kind: 'enter', text: 'something else' });
  await reads(shell).not.toContain(locked);
  await isAt(shell, '/landing');
  await reads(shell).toContain('Welcome to Atrium');
  await shell.restart();
  await isAt(shell, '/landing');
  expect(shell.asksForPasscode()).toBeNull();
  await signIn('victor');
  await shell.answerPasscode({ kind: 'choose', text: passcode });
  await isAt(shell, '/tabs/employee/home');
});

test('the window stays with the portal, and its pages may ask only for what they need', async ({ shell, world }) => {
  await isAt(shell, '/landing');
  const { window } = shell;
  const before = await window().url();
  for (const elsewhere of [world.url.replace('localhost', '127.0.0.1'), 'https://example.com/', 'file:///etc/passwd']) {
    await window().run((to) => void location.assign(to), elsewhere);
    await window().run((to) => void globalThis.open(to), elsewhere);
  }
  expect(await window().url()).toBe(before);

  const asks = async (command: string, given: Record<string, unknown> = {}) => {
    await window().run(
      (name, args) => {
        const { __TAURI_INTERNALS__: shell } = globalThis as unknown as Window;
        Object.assign(globalThis, { outcome: null });
        const tell = (outcome: string) => void Object.assign(globalThis, { outcome });
        shell?.invoke(name, args).then(
          () => tell('done'),
          (why: unknown) => tell(`refused: ${why}`),
        );
      },
      command,
      given,
    );
    const outcome = () => window().run(() => (globalThis as { outcome?: string | null }).outcome ?? null);
    await expect.poll(outcome).not.toBeNull();
    return outcome();
  };
  expect(await asks('shell_version')).toBe('done');
  // Only the passcode's own window answers for it, and nothing of Tauri itself is open to anyone.
  for (const command of ['passcode_question', 'passcode_answer', 'plugin:window|close', 'plugin:event|emit', 'no_such'])
    expect.soft(await asks(command, { passcode: passcode }), command).toMatch(/^refused: .*not (allowed|found)/);
  const provider = `${world.url}/oauth2/authorize?state=s&redirect_uri=`;
  await asks('login_redirect');
  for (const [url, why] of [
    [`https://example.com/oauth2/authorize`, "this isn't the portal's provider"],
    [`${provider}http://127.0.0.1:1/callback`, "its answer wouldn't come here"],
  ])
    expect(await asks('login_open', { url })).toBe(`refused: ${why}`);
  for (const url of ['file:///etc/passwd', 'javascript:alert(1)', '--help'])
    expect(await asks('open_browser', { url })).toMatch(/^refused/);
  expect(shell.browsed()).toEqual([]);
  expect(await asks('save_file', { name: '../../.profile', base64: btoa('x') })).toBe('done');
  expect(shell.saved().map(({ name }) => name)).toEqual(['profile']);
});

test('a sign-in ends with the answer to its own question, and with no other', async ({ shell, signIn }) => {
  await press(shell, 'Sign in');
  await expect.poll(() => shell.browsed().length).toBe(1);
  const given = new URL(shell.browsed()[0] ?? '').searchParams;
  const redirect = given.get('redirect_uri') ?? '';
  for (const words of ['', '?code=c', '?code=c&state=guessed', `?code=c&state=${given.get('state')}&state=x`])
    expect((await fetch(redirect + words)).status, words).toBe(404);
  // Who gave the browser up tries again, on another port.
  await shell.window().goTo(new URL('/landing', await shell.window().url()).href);
  const asked = await signIn('victor');
  expect(asked.searchParams.get('redirect_uri')).not.toBe(redirect);
  await shell.answerPasscode({ kind: 'choose', text: passcode });
  await isAt(shell, '/tabs/employee/home');
});
