/** The contract's cases (src/app/platform/contract.ts) for the desktop's port in the real window, with nothing standing in for the device. */
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import {
  type Ability,
  type ContractDevice,
  contractCases,
  type Expect,
  type PortInTest,
} from '../src/app/platform/contract';
import type { Proved } from '../src/app/platform/vault';
import { expect, passcode, test } from './people';
import { type Passcode, type Shell, setNetwork } from './shell';

const entry = join(import.meta.dirname, 'in-window.ts');
/** All but the system's clock, which is everyone's. */
const abilities: readonly Ability[] = ['asks who is there', 'hears the browser', 'can refuse a file', 'is a shell'];
const names = Object.keys({
  kind: 0,
  version: 0,
  store: 0,
  unlock: 0,
  lock: 0,
  clear: 0,
  loginRedirect: 0,
  openLogin: 0,
  openBrowser: 0,
  isBrowserOpen: 0,
  saveFile: 0,
  isOnline: 0,
  heard: 0,
  stopHearing: 0,
} satisfies Record<keyof PortInTest, 0>) as (keyof PortInTest)[];

const maxWaitMs = 30_000;

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

let compiled: Promise<string> | undefined;

async function compile(): Promise<string> {
  const lib = { entry, name: 'inWindow', formats: ['iife' as const] };
  // The port and nothing of the kit, which web.ts leads to.
  const rolldownOptions = { treeshake: { moduleSideEffects: false } };
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, lib, rolldownOptions },
  });
  const [{ output }] = [built].flat() as [Rolldown.RolldownOutput];
  return output[0].code;
}

type Called = { outcome?: { value?: unknown; error?: string } };
type InWindow = { port: Record<string, (...given: unknown[]) => Promise<unknown>>; calls: Called[] };

/** Each call is begun in the window, and asked after: a sign-in waits for a browser, which the same test has to play. */
async function portOf(shell: Shell, answers: () => Passcode | null): Promise<PortInTest> {
  compiled ??= compile();
  await shell.window().runText(`${await compiled}
    window.calls = [];
    window.port = inWindow.portInTest(inWindow.createTauriPort(window.__TAURI_INTERNALS__));`);
  const ask = async (name: string, given: unknown[]) => {
    const { run } = shell.window();
    const number = await run(
      (called, args) => {
        const { port, calls } = globalThis as unknown as InWindow;
        const call: Called = {};
        port[called]?.(...args).then(
          (value) => Object.assign(call, { outcome: { value } }),
          (error: unknown) => Object.assign(call, { outcome: { error: String(error) } }),
        );
        return calls.push(call) - 1;
      },
      name,
      given,
    );
    for (const until = Date.now() + maxWaitMs; Date.now() < until; ) {
      const outcome = await run((at) => (globalThis as unknown as InWindow).calls[at]?.outcome ?? null, number);
      if (outcome?.error !== undefined) throw new Error(outcome.error);
      if (outcome) return outcome.value;
      const asking = shell.asksForPasscode();
      if (asking === 'choose') await shell.answerPasscode({ kind: asking, text: passcode });
      if (asking === 'enter') await shell.answerPasscode(answers() ?? { kind: asking, text: passcode });
      await pause(50);
    }
    throw new Error(`${name} has not answered in time`);
  };
  return Object.fromEntries(names.map((name) => [name, (...given: unknown[]) => ask(name, given)])) as PortInTest;
}

async function deviceOf(shell: Shell, portal: string): Promise<ContractDevice> {
  // A page of the portal without the app, which would listen as well. Files and answers are in a sandbox, where no command is open.
  await shell.window().goTo(`${portal}/login?request=none`);
  const proofs: Passcode[] = [];
  const asWould: Record<Proved, Passcode> = {
    proved: { kind: 'enter', text: passcode },
    failed: { kind: 'enter', text: 'something else' },
    canceled: { kind: 'put away' },
  };
  const port = await portOf(shell, () => proofs.shift() ?? null);
  return {
    port,
    portal,
    tooShortMs: 1_000,
    longEnoughMs: 3_500,
    leave: async () => {
      shell.minimize();
      await pause(500);
    },
    comeBack: async () => {
      shell.show();
      await pause(500);
    },
    pass: pause,
    sleepThrough: (ms) =>
      shell.frozen(async () => {
        await pause(ms);
        shell.show();
      }),
    provesNext: (...outcomes) => void proofs.push(...outcomes.map((outcome) => asWould[outcome])),
    openedUrl: async () => shell.browsed().at(-1) ?? null,
    endBrowser: async (answer) => {
      // No one hears that a browser was closed: anyone who wants to sign in begins again.
      if (answer === null) await port.loginRedirect();
      else expect((await fetch(answer)).status).toBe(200);
    },
    saved: async () => shell.saved().map(({ name, bytes }) => ({ name, text: bytes.toString() })),
    refuseFiles: async () => shell.blockDownloads(),
    setOnline: async (isOnline) => setNetwork(isOnline),
    restart: async () => {
      await shell.restart();
      // The app asks as soon as it's there.
      await shell.answerPasscode({ kind: 'put away' });
      return deviceOf(shell, portal);
    },
  };
}

const inTime: Expect = Object.assign((given: unknown) => expect(given), {
  poll: (ask: () => unknown) => ({ toEqual: (other: unknown) => expect.poll(ask).toEqual(other) }),
});

const fitting = contractCases.filter(({ needs = [] }) => needs.every((need) => abilities.includes(need)));
for (const { name, run } of fitting)
  test(name, async ({ shell, world }) => run(await deviceOf(shell, world.url), inTime));
