/**
 * What every port promises, the same cases for all of them: with stand-ins for the devices (contract.test.ts), and in the desktop shell's real
 * window (web/desktop/contract.spec.ts). Part of the tests, never of the app.
 */
import type { Port, Unlocked } from './port';
import type { Proved } from './vault';

type Heard = 'background' | 'foreground' | 'locked' | 'online' | 'offline';

/** A port whose every word can cross to a test in another process. */
export type PortInTest = {
  kind: () => Promise<Port['kind']>;
  version: () => Promise<string>;
  store: (secret: string) => Promise<void>;
  unlock: () => Promise<Unlocked>;
  lock: () => Promise<void>;
  clear: () => Promise<void>;
  loginRedirect: () => Promise<string>;
  openLogin: (url: string) => Promise<string | null>;
  openBrowser: (url: string) => Promise<void>;
  isBrowserOpen: () => Promise<boolean>;
  saveFile: (name: string, text: string) => Promise<void>;
  isOnline: () => Promise<boolean>;
  /** All that the port has told, in order, until it was told to stop. */
  heard: () => Promise<Heard[]>;
  stopHearing: () => Promise<void>;
};

export function portInTest(port: Port): PortInTest {
  const { vault, network } = port;
  const heard: Heard[] = [];
  const hear = (word: Heard) => () => void heard.push(word);
  const stops = [
    port.onBackground(hear('background')),
    port.onForeground(hear('foreground')),
    vault.onLock(hear('locked')),
    network.onChange(() => hear(network.isOnline() ? 'online' : 'offline')()),
  ];
  return {
    kind: async () => port.kind,
    version: port.version,
    store: vault.store,
    unlock: vault.unlock,
    lock: vault.lock,
    clear: vault.clear,
    loginRedirect: port.loginRedirect,
    openLogin: port.openLogin,
    openBrowser: port.openBrowser,
    isBrowserOpen: async () => port.isBrowserOpen(),
    saveFile: (name, text) => port.saveFile(name, new TextEncoder().encode(text)),
    isOnline: async () => network.isOnline(),
    heard: async () => [...heard],
    stopHearing: async () => {
      for (const stop of stops) stop();
    },
  };
}

export type ContractDevice = {
  port: PortInTest;
  /** Where the app comes from. */
  portal: string;
  /** Surely too short a time for the vault to lock, and surely a long enough one. */
  tooShortMs: number;
  longEnoughMs: number;
  leave: () => Promise<void>;
  comeBack: () => Promise<void>;
  pass: (ms: number) => Promise<void>;
  /** The clock goes on while nothing of the app runs. Away before it, the device has come back after it. */
  sleepThrough: (ms: number) => Promise<void>;
  /** What the next unlocks come to; after them, each succeeds. */
  provesNext: (...outcomes: Proved[]) => void;
  openedUrl: () => Promise<string | null>;
  /** The provider comes back to the app at this address, or, with null, the person gives up. */
  endBrowser: (answer: string | null) => Promise<void>;
  saved: () => Promise<{ name: string; text: string }[]>;
  refuseFiles: () => Promise<void>;
  setOnline: (isOnline: boolean) => Promise<void>;
  /** A new process with the same key ring. */
  restart: () => Promise<ContractDevice>;
};

/** What not every device can do, or let a test do. */
export type Ability =
  | 'asks who is there'
  | 'hears the browser'
  | 'can refuse a file'
  | 'has a clock to set'
  | 'is a shell';

type Expectation = { toBe: (other: unknown) => void; toEqual: (other: unknown) => void };
/** What vitest and Playwright have in common. */
export type Expect = ((given: unknown) => Expectation) & {
  poll: (ask: () => unknown) => { toEqual: (other: unknown) => Promise<void> };
};
type Case = {
  name: string;
  needs?: readonly Ability[];
  run: (device: ContractDevice, expect: Expect) => Promise<void>;
};

/** Of the portal that the device shows: a shell opens no other provider. */
function signInUrl(redirect: string, portal: string): string {
  const words = new URLSearchParams({ client_id: 'atrium-native', redirect_uri: redirect, state: 's' });
  return `${portal}/oauth2/authorize?${words}`;
}

const locksIn = async ({ port }: ContractDevice) => (await port.heard()).filter((word) => word === 'locked').length;

const sleeps = (what: string, msOf: (device: ContractDevice) => number, ...needs: readonly Ability[]): Case => ({
  name: `the vault is locked by a process that was frozen in the background, after ${what}`,
  needs,
  run: async (device, expect) => {
    await device.port.store('secret');
    await device.leave();
    await device.sleepThrough(msOf(device));
    await expect.poll(device.port.heard).toEqual(['background', 'locked', 'foreground']);
  },
});

export const contractCases: readonly Case[] = [
  {
    name: 'it is a shell of this version',
    needs: ['is a shell'],
    run: async ({ port }, expect) => {
      expect([await port.kind(), await port.version()]).toEqual(['native', '1.0.0']);
    },
  },
  {
    name: 'the vault is empty at first, gives back what it was given, and is empty again once cleared',
    run: async ({ port }, expect) => {
      expect(await port.unlock()).toEqual({ kind: 'empty' });
      await port.store('one');
      await port.store('two');
      expect(await port.unlock()).toEqual({ kind: 'open', secret: 'two' });
      await port.clear();
      expect(await port.unlock()).toEqual({ kind: 'empty' });
    },
  },
  {
    name: 'the vault locks when it is told to, and says so once',
    run: async (device, expect) => {
      const { port } = device;
      await port.lock();
      expect(await locksIn(device)).toBe(0);
      await port.store('secret');
      await port.lock();
      await port.lock();
      expect(await locksIn(device)).toBe(1);
      expect(await port.unlock()).toEqual({ kind: 'open', secret: 'secret' });
      await port.stopHearing();
      await port.lock();
      expect(await locksIn(device)).toBe(1);
    },
  },
  {
    name: 'the vault locks in the background, once the time is up and not before',
    run: async (device, expect) => {
      await device.port.store('secret');
      await device.leave();
      await device.pass(device.tooShortMs);
      expect(await locksIn(device)).toBe(0);
      await device.pass(device.longEnoughMs - device.tooShortMs);
      expect(await locksIn(device)).toBe(1);
    },
  },
  {
    name: 'the vault stays open when the app is back in time',
    run: async (device, expect) => {
      await device.port.store('secret');
      await device.leave();
      await device.pass(device.tooShortMs);
      await device.comeBack();
      await device.pass(device.longEnoughMs);
      expect(await locksIn(device)).toBe(0);
    },
  },
  sleeps('a little longer than it takes', ({ longEnoughMs }) => longEnoughMs),
  sleeps('a night', () => 36_000_000, 'has a clock to set'),
  sleeps('a clock that was set back', () => -60_000, 'has a clock to set'),
  {
    name: 'the vault asks the person, and empties itself after 2 failed unlocks',
    needs: ['asks who is there'],
    run: async ({ port, provesNext }, expect) => {
      await port.store('secret');
      await port.lock();
      provesNext('failed', 'proved');
      expect(await port.unlock()).toEqual({ kind: 'refused', triesLeft: 1 });
      expect(await port.unlock()).toEqual({ kind: 'open', secret: 'secret' });
      await port.lock();
      // One who succeeded has both tries again.
      provesNext('failed', 'failed');
      expect(await port.unlock()).toEqual({ kind: 'refused', triesLeft: 1 });
      expect(await port.unlock()).toEqual({ kind: 'empty' });
      expect(await port.unlock()).toEqual({ kind: 'empty' });
    },
  },
  {
    name: 'the vault counts no try when the question is put away',
    needs: ['asks who is there'],
    run: async ({ port, provesNext }, expect) => {
      await port.store('secret');
      await port.lock();
      provesNext('canceled', 'canceled', 'canceled');
      for (let time = 0; time < 3; time += 1) expect(await port.unlock()).toEqual({ kind: 'refused', triesLeft: 2 });
      expect(await port.unlock()).toEqual({ kind: 'open', secret: 'secret' });
    },
  },
  {
    name: 'the vault stays open for one whose proof took the app to the background, and who is back in time',
    needs: ['asks who is there', 'has a clock to set'],
    run: async (device, expect) => {
      const { port } = device;
      await port.store('secret');
      await device.leave();
      await device.pass(device.longEnoughMs);
      expect(await locksIn(device)).toBe(1);
      expect(await port.unlock()).toEqual({ kind: 'open', secret: 'secret' });
      await device.pass(device.tooShortMs);
      await device.comeBack();
      expect(await locksIn(device)).toBe(1);
      // Out of time, it is locked again.
      await device.leave();
      await device.pass(device.longEnoughMs);
      expect(await port.unlock()).toEqual({ kind: 'open', secret: 'secret' });
      await device.pass(device.longEnoughMs);
      expect(await locksIn(device)).toBe(3);
    },
  },
  {
    name: 'the vault is locked in the next process, which has no more tries than this one',
    needs: ['asks who is there'],
    run: async (device, expect) => {
      await device.port.store('secret');
      await device.port.lock();
      device.provesNext('failed');
      await device.port.unlock();
      const next = await device.restart();
      next.provesNext('failed');
      expect(await next.port.unlock()).toEqual({ kind: 'empty' });
    },
  },
  {
    name: 'it tells when the app goes and comes, until it is told to stop',
    run: async (device, expect) => {
      const told: Heard[] = ['background', 'foreground'];
      await device.leave();
      await device.comeBack();
      await expect.poll(device.port.heard).toEqual(told);
      await device.port.stopHearing();
      await device.leave();
      await device.comeBack();
      expect(await device.port.heard()).toEqual(told);
    },
  },
  {
    name: 'it opens exactly the address of the provider, and answers with the one it came back to',
    needs: ['hears the browser'],
    run: async ({ port, portal, openedUrl, endBrowser }, expect) => {
      const redirect = await port.loginRedirect();
      const url = signInUrl(redirect, portal);
      const answered = port.openLogin(url);
      await expect.poll(openedUrl).toEqual(url);
      expect(await port.isBrowserOpen()).toBe(true);
      await endBrowser(`${redirect}?code=c&state=s`);
      expect(await answered).toBe(`${redirect}?code=c&state=s`);
      expect(await port.isBrowserOpen()).toBe(false);
    },
  },
  {
    name: 'it answers with nothing when the sign-in is given up',
    needs: ['hears the browser'],
    run: async ({ port, portal, openedUrl, endBrowser }, expect) => {
      const url = signInUrl(await port.loginRedirect(), portal);
      const answered = port.openLogin(url);
      await expect.poll(openedUrl).toEqual(url);
      await endBrowser(null);
      expect(await answered).toBe(null);
      expect(await port.isBrowserOpen()).toBe(false);
    },
  },
  {
    name: 'it opens a page of someone else’s',
    run: async ({ port, openedUrl }, expect) => {
      await port.openBrowser('https://irs.gov/');
      await expect.poll(openedUrl).toEqual('https://irs.gov/');
    },
  },
  {
    name: 'it saves a file as it is, under its name',
    run: async ({ port, saved }, expect) => {
      await port.saveFile('stub 1.pdf', '%PDF-1.7 ñ');
      await expect.poll(saved).toEqual([{ name: 'stub 1.pdf', text: '%PDF-1.7 ñ' }]);
    },
  },
  {
    name: 'it says when a file could not be saved',
    needs: ['can refuse a file'],
    run: async ({ port, saved, refuseFiles }, expect) => {
      await refuseFiles();
      const outcome = await port.saveFile('stub.pdf', 'x').then(
        () => 'saved',
        () => 'refused',
      );
      expect(outcome).toBe('refused');
      expect(await saved()).toEqual([]);
    },
  },
  {
    name: 'it knows whether there is a network, and tells of a change',
    run: async ({ port, setOnline }, expect) => {
      expect(await port.isOnline()).toBe(true);
      await setOnline(false);
      await expect.poll(port.heard).toEqual(['offline']);
      expect(await port.isOnline()).toBe(false);
      await setOnline(true);
      await expect.poll(port.heard).toEqual(['offline', 'online']);
      await port.stopHearing();
      await setOnline(false);
      await expect.poll(port.isOnline).toEqual(false);
      expect(await port.heard()).toEqual(['offline', 'online']);
    },
  },
];
