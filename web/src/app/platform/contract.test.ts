/**
 * The contract's cases (contract.ts) for all four ports. Where a device would answer, a stand-in does: the fake's own controls, plugins as
 * their documentation describes them, and commands as `native/desktop` offers them. The real window has the same cases (web/desktop).
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CapacitorPlugins, createCapacitorPort, type PhonePlatform } from './capacitor';
import { type Ability, type ContractDevice, contractCases, type Expect, portInTest } from './contract';
import { createFakeShell } from './fake';
import { findPort } from './find-port';
import type { Port } from './port';
import { createSignal } from './signal';
import { createTauriPort, type ShellEvent } from './tauri';
import { createVault, type Keyring, memoryKeyring, type Proved } from './vault';
import { createWebPort } from './web';

/** A stand-in answers at once; the port and the time are added to it below. */
type StandIn = {
  port: Port;
  leave: () => void;
  comeBack: () => void;
  provesNext: (...outcomes: Proved[]) => void;
  openedUrl: () => string | null;
  endBrowser: (answer: string | null) => void;
  saved: { name: string; text: string }[];
  refuseFiles: () => void;
  setOnline: (isOnline: boolean) => void;
};
type Start = (keyring: Keyring) => StandIn | Promise<StandIn>;

const cannot = () => {
  throw new Error('this device cannot do so');
};
const textOf = (bytes: Uint8Array<ArrayBuffer>) => new TextDecoder().decode(bytes);
const fromBase64 = (text: string) => textOf(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));

function show(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

function setBrowserOnline(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

function web(): StandIn {
  let left: string | null = null;
  const saved: StandIn['saved'] = [];
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.set('blob:1', blob as Blob);
    return 'blob:1';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const { download: name, href } = this;
    void blobs
      .get(href)
      ?.text()
      .then((text) => saved.push({ name, text }));
  });
  vi.spyOn(window, 'open').mockImplementation((url) => {
    left = String(url);
    return null;
  });
  return {
    port: createWebPort((url) => {
      left = url;
    }),
    leave: () => show('hidden'),
    comeBack: () => show('visible'),
    provesNext: cannot,
    openedUrl: () => left,
    endBrowser: cannot,
    saved,
    refuseFiles: cannot,
    setOnline: setBrowserOnline,
  };
}

function fake(keyring: Keyring): StandIn {
  const { port, device } = createFakeShell({ keyring });
  const saved: StandIn['saved'] = [];
  const saveFile: Port['saveFile'] = async (name, bytes) => {
    await port.saveFile(name, bytes);
    saved.push({ name, text: textOf(bytes) });
  };
  return { ...device, port: { ...port, saveFile }, saved };
}

/** Plugins that keep listeners the way the bridge does, and reject the way their documentation says. */
const capacitor = (platform: PhonePlatform) => async (keyring: Keyring) => (await phone(platform, keyring)).standIn;

type Phone = { standIn: StandIn; emit: (event: string, given?: unknown) => void };

async function phone(platform: PhonePlatform, keyring: Keyring): Promise<Phone> {
  const listeners = new Map<string, Set<(given: never) => void>>();
  const addListener = (event: string, listener: (given: never) => void) => {
    const known = listeners.get(event) ?? new Set();
    listeners.set(event, known.add(listener));
    return { remove: () => known.delete(listener) };
  };
  const emit = (event: string, given?: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(given as never);
  };
  const proofs: Proved[] = [];
  const saved: StandIn['saved'] = [];
  let opened: string | null = null;
  let takesFiles = true;
  const plugins: CapacitorPlugins = {
    App: { getInfo: async () => ({ version: '1.0.0' }), addListener },
    Browser: {
      open: async ({ url }) => {
        opened = url;
      },
      close: () => Promise.reject(new Error('not implemented on Android')),
      addListener,
    },
    Filesystem: {
      writeFile: async ({ path, data }) => {
        if (!takesFiles) throw new Error('no space left on device');
        saved.push({ name: path, text: fromBase64(data) });
        return { uri: `file:///cache/${path}` };
      },
    },
    Share: { share: async () => ({}) },
    Network: { getStatus: async () => ({ connected: true }), addListener },
    SecureStoragePlugin: {
      keys: async () => ({ value: (await keyring.read()) === null ? [] : ['session'] }),
      get: async () => {
        const value = await keyring.read();
        if (value === null) throw new Error('Item with given key does not exist');
        return { value };
      },
      set: ({ value }) => keyring.write(value),
      remove: () => keyring.erase(),
    },
    NativeBiometric: {
      verifyIdentity: async () => {
        const proved = proofs.shift() ?? 'proved';
        if (proved !== 'proved') throw Object.assign(new Error('no'), { code: proved === 'failed' ? '10' : '16' });
      },
    },
  };
  const isIos = platform === 'ios';
  const standIn: StandIn = {
    port: await createCapacitorPort(plugins, platform),
    leave: () => {
      if (!isIos) emit('pause');
      emit('appStateChange', { isActive: false });
      if (isIos) emit('pause');
    },
    comeBack: () => {
      emit('resume');
      emit('appStateChange', { isActive: true });
    },
    provesNext: (...outcomes) => void proofs.push(...outcomes),
    openedUrl: () => opened,
    endBrowser: (answer) => (answer === null ? emit('browserFinished') : emit('appUrlOpen', { url: answer })),
    saved,
    refuseFiles: () => {
      takesFiles = false;
    },
    setOnline: (connected) => emit('networkStatusChange', { connected }),
  };
  return { standIn, emit };
}

/** The shell in Rust keeps the vault by the rules of crates/vault, which are those of vault.ts. */
function tauri(keyring: Keyring): StandIn {
  const [background, foreground] = [createSignal(), createSignal()];
  const proofs: Proved[] = [];
  const vault = createVault({
    keyring,
    prove: async () => proofs.shift() ?? 'proved',
    life: { onBackground: background.on, onForeground: foreground.on },
  });
  const emit = (detail: ShellEvent) => dispatchEvent(new CustomEvent('atrium-shell', { detail }));
  vault.onLock(() => emit('locked'));
  const saved: StandIn['saved'] = [];
  let opened: string | null = null;
  let end: ((answer: string | null) => void) | null = null;
  let takesFiles = true;
  const commands: Record<string, (args: Record<string, string>) => Promise<unknown>> = {
    shell_version: async () => '1.0.0',
    vault_store: ({ secret = '' }) => vault.store(secret),
    vault_unlock: () => vault.unlock(),
    vault_lock: () => vault.lock(),
    vault_clear: () => vault.clear(),
    login_redirect: async () => 'http://127.0.0.1:49152/callback',
    login_open: ({ url = '' }) => {
      opened = url;
      return new Promise((resolve) => {
        end = resolve;
      });
    },
    open_browser: async ({ url = '' }) => {
      opened = url;
    },
    save_file: async ({ name = '', base64 = '' }) => {
      if (!takesFiles) throw new Error('the download folder is full');
      saved.push({ name, text: fromBase64(base64) });
    },
  };
  return {
    port: createTauriPort({
      invoke: async (command, args = {}) => {
        const known = commands[command];
        if (!known) throw new Error(`there is no command ${command}`);
        return known(args as Record<string, string>);
      },
    }),
    leave: () => {
      background.tell();
      emit('background');
    },
    comeBack: () => {
      foreground.tell();
      emit('foreground');
    },
    provesNext: (...outcomes) => void proofs.push(...outcomes),
    openedUrl: () => opened,
    endBrowser: (answer) => end?.(answer),
    saved,
    refuseFiles: () => {
      takesFiles = false;
    },
    setOnline: setBrowserOnline,
  };
}

const tooShortMs = 1_999;
const longEnoughMs = 2_000;

async function deviceOf(start: Start, keyring = memoryKeyring()): Promise<ContractDevice> {
  const { port, saved, ...device } = await start(keyring);
  return {
    ...device,
    port: portInTest(port),
    portal: 'https://atrium.test',
    tooShortMs,
    longEnoughMs,
    leave: async () => device.leave(),
    comeBack: async () => device.comeBack(),
    pass: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)),
    sleepThrough: async (ms) => {
      // No timer runs.
      vi.setSystemTime(Date.now() + ms);
      device.comeBack();
    },
    openedUrl: async () => device.openedUrl(),
    endBrowser: async (answer) => device.endBrowser(answer),
    saved: async () => saved,
    refuseFiles: async () => device.refuseFiles(),
    setOnline: async (isOnline) => device.setOnline(isOnline),
    restart: () => deviceOf(start, keyring),
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const inTime: Expect = Object.assign((given: unknown) => expect(given), {
  poll: (ask: () => unknown) => ({
    toEqual: (other: unknown) => vi.waitFor(async () => expect(await ask()).toEqual(other)),
  }),
});
const ofShells: readonly Ability[] = ['asks who is there', 'hears the browser', 'can refuse a file', 'is a shell'];

describe.each<[string, Start, readonly Ability[]]>([
  ['web', web, ['has a clock to set']],
  ['fake', fake, [...ofShells, 'has a clock to set']],
  ['capacitor, on iOS', capacitor('ios'), [...ofShells, 'has a clock to set']],
  ['capacitor, on Android', capacitor('android'), [...ofShells, 'has a clock to set']],
  ['tauri', tauri, [...ofShells, 'has a clock to set']],
])('the port: %s', (_, start, abilities) => {
  const fitting = contractCases.filter(({ needs = [] }) => needs.every((need) => abilities.includes(need)));

  it.each(fitting)('$name', async ({ run }) => run(await deviceOf(start), inTime));
});

it('the web is left for the provider, and asks no one', async () => {
  const { port, openedUrl, comeBack } = web();
  expect([port.kind, await port.version()]).toEqual(['web', 'web']);
  void port.openLogin('https://atrium.test/oauth2/authorize');
  expect([openedUrl(), port.isBrowserOpen()]).toEqual(['https://atrium.test/oauth2/authorize', false]);
  comeBack();
  expect(await port.loginRedirect()).toMatch(/\/callback$/);
});

it('a phone’s app below a banner, or behind a question of the system’s, is not in the background', async () => {
  for (const [platform, covered, uncovered] of [
    ['ios', ['appStateChange', { isActive: false }], ['appStateChange', { isActive: true }]],
    ['android', ['pause'], ['resume']],
  ] as const) {
    const { standIn, emit } = await phone(platform, memoryKeyring());
    const port = portInTest(standIn.port);
    await port.store('secret');
    emit(...(covered as [string]));
    await vi.advanceTimersByTimeAsync(longEnoughMs);
    emit(...(uncovered as [string]));
    expect(await port.heard(), platform).toEqual([]);
  }
});

it('a key ring that does not erase is asked again, and no one else is', async () => {
  const keyring = memoryKeyring();
  const { port, device } = createFakeShell({ keyring });
  await port.vault.store('secret');
  await port.vault.lock();
  const erase = vi.spyOn(keyring, 'erase').mockRejectedValue(new Error('the key ring is stuck'));
  device.provesNext('failed', 'failed', 'proved');
  await port.vault.unlock();
  await expect(port.vault.unlock()).rejects.toThrow();
  await expect(port.vault.unlock()).rejects.toThrow();
  erase.mockRestore();
  expect(await port.vault.unlock()).toEqual({ kind: 'empty' });
});

it.each(['', 'secret', '{}', '{"secret":"x"}', '{"secret":1,"failed":0}'])(
  'what no vault wrote is nothing: %j',
  async (text) => {
    const keyring = memoryKeyring();
    await keyring.write(text);
    expect(await createFakeShell({ keyring }).port.vault.unlock()).toEqual({ kind: 'empty' });
  },
);

describe('which device this is', () => {
  const window = (more: object) => more as Window;

  it('is the web without a shell', async () => {
    expect((await findPort(window({}))).kind).toBe('web');
  });

  it('is the shell that brings a port, that has Tauri’s commands, or Capacitor’s plugins', async () => {
    const { port } = createFakeShell();
    expect(await findPort(window({ atriumShell: port }))).toBe(port);
    const desktop = await findPort(window({ __TAURI_INTERNALS__: { invoke: async () => '2.0.0' } }));
    expect(await desktop.version()).toBe('2.0.0');
    const Plugins = {
      App: { getInfo: async () => ({ version: '3.0.0' }), addListener: () => ({ remove: () => undefined }) },
      Browser: { addListener: () => ({ remove: () => undefined }) },
      Network: {
        getStatus: async () => ({ connected: true }),
        addListener: () => ({ remove: () => undefined }),
      },
    };
    const getPlatform = () => 'android';
    const onPhone = await findPort(window({ Capacitor: { isNativePlatform: () => true, getPlatform, Plugins } }));
    expect(await onPhone.version()).toBe('3.0.0');
    expect((await findPort(window({ Capacitor: { isNativePlatform: () => false, Plugins } }))).kind).toBe('web');
  });
});
