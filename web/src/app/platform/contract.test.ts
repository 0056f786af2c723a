/**
 * What every port promises, the same cases for all four. Where a device would answer, a stand-in does: the fake's own controls, plugins as
 * their documentation describes them, and commands as `native/desktop` has to offer them. The real window runs these cases there.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CapacitorPlugins, createCapacitorPort } from './capacitor';
import { createFakeShell } from './fake';
import { findPort } from './find-port';
import type { Port } from './port';
import { createSignal } from './signal';
import { createTauriPort, type ShellEvent } from './tauri';
import { createVault, type Keyring, memoryKeyring, type Proved } from './vault';
import { createWebPort } from './web';

type Device = {
  port: Port;
  leave: () => void;
  comeBack: () => void;
  /** What the next unlocks come to; null for a device that asks no one. */
  provesNext: ((...outcomes: Proved[]) => void) | null;
  openedUrl: () => string | null;
  /** Null for a port that leaves the page, so that nothing comes back to it. */
  endBrowser: ((answer: string | null) => void) | null;
  saved: { name: string; text: string }[];
  refuseFiles: (() => void) | null;
  setOnline: (isOnline: boolean) => void;
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

function web(): Device {
  let left: string | null = null;
  const saved: Device['saved'] = [];
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
    provesNext: null,
    openedUrl: () => left,
    endBrowser: null,
    saved,
    refuseFiles: null,
    setOnline: setBrowserOnline,
  };
}

function fake(keyring: Keyring): Device {
  const { port, device } = createFakeShell({ keyring });
  const saved: Device['saved'] = [];
  const saveFile: Port['saveFile'] = async (name, bytes) => {
    await port.saveFile(name, bytes);
    saved.push({ name, text: textOf(bytes) });
  };
  return { ...device, port: { ...port, saveFile }, saved };
}

/** Plugins that keep listeners the way the bridge does, and reject the way their documentation says. */
async function capacitor(keyring: Keyring): Promise<Device> {
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
  const saved: Device['saved'] = [];
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
  return {
    port: await createCapacitorPort(plugins),
    leave: () => emit('appStateChange', { isActive: false }),
    comeBack: () => emit('appStateChange', { isActive: true }),
    provesNext: (...outcomes) => void proofs.push(...outcomes),
    openedUrl: () => opened,
    endBrowser: (answer) => (answer === null ? emit('browserFinished') : emit('appUrlOpen', { url: answer })),
    saved,
    refuseFiles: () => {
      takesFiles = false;
    },
    setOnline: (connected) => emit('networkStatusChange', { connected }),
  };
}

/** The shell in Rust keeps the vault by the rules of crates/vault, which are those of vault.ts. */
function tauri(keyring: Keyring): Device {
  const [background, foreground] = [createSignal(), createSignal()];
  const proofs: Proved[] = [];
  const vault = createVault({
    keyring,
    prove: async () => proofs.shift() ?? 'proved',
    life: { onBackground: background.on, onForeground: foreground.on },
  });
  const emit = (detail: ShellEvent) => dispatchEvent(new CustomEvent('atrium-shell', { detail }));
  vault.onLock(() => emit('locked'));
  const saved: Device['saved'] = [];
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

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const loginUrl = 'https://atrium.test/oauth2/authorize?client_id=atrium-native';

describe.each([
  ['web', web],
  ['fake', fake],
  ['capacitor', capacitor],
  ['tauri', tauri],
] as const)('the %s port', (name, start) => {
  let device: Device;
  let keyring: Keyring;
  let isLocked: boolean;

  beforeEach(async () => {
    keyring = memoryKeyring();
    device = await start(keyring);
    isLocked = false;
    device.port.vault.onLock(() => {
      isLocked = true;
    });
  });

  it('says what it is', async () => {
    expect(device.port.kind).toBe(name === 'web' ? 'web' : 'native');
    expect(await device.port.version()).toBe(name === 'web' ? 'web' : '1.0.0');
  });

  describe('has a vault that', () => {
    it('is empty at first, gives back what it was given, and is empty again once cleared', async () => {
      const { vault } = device.port;
      expect(await vault.unlock()).toEqual({ kind: 'empty' });
      await vault.store('one');
      await vault.store('two');
      expect(await vault.unlock()).toEqual({ kind: 'open', secret: 'two' });
      await vault.clear();
      expect(await vault.unlock()).toEqual({ kind: 'empty' });
    });

    it('locks when it is told to, and says so once', async () => {
      const { vault } = device.port;
      const told = vi.fn();
      const stop = vault.onLock(told);
      await vault.lock();
      expect(told).not.toHaveBeenCalled();
      await vault.store('secret');
      await vault.lock();
      await vault.lock();
      expect(told).toHaveBeenCalledOnce();
      expect(await vault.unlock()).toEqual({ kind: 'open', secret: 'secret' });
      stop();
      await vault.lock();
      expect(told).toHaveBeenCalledOnce();
    });

    it('locks after 2000 ms in the background, and not a moment before', async () => {
      await device.port.vault.store('secret');
      device.leave();
      vi.advanceTimersByTime(1_999);
      expect(isLocked).toBe(false);
      vi.advanceTimersByTime(1);
      expect(isLocked).toBe(true);
    });

    it('stays open when the app is back in time', async () => {
      await device.port.vault.store('secret');
      device.leave();
      vi.advanceTimersByTime(1_999);
      device.comeBack();
      vi.advanceTimersByTime(60_000);
      expect(isLocked).toBe(false);
    });

    it.each([
      ['2000 ms', 2_000],
      ['a night', 36_000_000],
      ['a clock that was set back', -60_000],
    ])('is locked by a process that was frozen in the background, after %s', async (_, passedMs) => {
      await device.port.vault.store('secret');
      device.leave();
      // The wall clock goes on, and no timer runs.
      vi.setSystemTime(Date.now() + passedMs);
      let wasLockedFirst = false;
      device.port.onForeground(() => {
        wasLockedFirst = isLocked;
      });
      expect(isLocked).toBe(false);
      device.comeBack();
      expect(wasLockedFirst).toBe(true);
    });

    it('asks the person, and empties itself after 2 failed unlocks', async () => {
      if (!device.provesNext) return expect(name).toBe('web');
      const { vault } = device.port;
      await vault.store('secret');
      await vault.lock();
      device.provesNext('failed', 'proved');
      expect(await vault.unlock()).toEqual({ kind: 'refused', triesLeft: 1 });
      expect(await vault.unlock()).toEqual({ kind: 'open', secret: 'secret' });
      await vault.lock();
      // One who succeeded has both tries again.
      device.provesNext('failed', 'failed', 'proved');
      expect(await vault.unlock()).toEqual({ kind: 'refused', triesLeft: 1 });
      expect(await vault.unlock()).toEqual({ kind: 'empty' });
      expect(await vault.unlock()).toEqual({ kind: 'empty' });
    });

    it('counts no try when the question is put away', async () => {
      if (!device.provesNext) return expect(name).toBe('web');
      const { vault } = device.port;
      await vault.store('secret');
      await vault.lock();
      device.provesNext('canceled', 'canceled', 'canceled');
      for (let time = 0; time < 3; time += 1) expect(await vault.unlock()).toEqual({ kind: 'refused', triesLeft: 2 });
      expect(await vault.unlock()).toEqual({ kind: 'open', secret: 'secret' });
    });

    it('is locked in the next process, which has no more tries than this one', async () => {
      if (!device.provesNext) return expect(name).toBe('web');
      await device.port.vault.store('secret');
      await device.port.vault.lock();
      device.provesNext('failed');
      await device.port.vault.unlock();
      const next = await start(keyring);
      next.provesNext?.('failed');
      expect(await next.port.vault.unlock()).toEqual({ kind: 'empty' });
    });
  });

  it('tells when the app goes and comes, until it is told to stop', () => {
    const told: string[] = [];
    const stops = [
      device.port.onBackground(() => told.push('background')),
      device.port.onForeground(() => told.push('foreground')),
    ];
    device.leave();
    device.comeBack();
    for (const stop of stops) stop();
    device.leave();
    device.comeBack();
    expect(told).toEqual(['background', 'foreground']);
  });

  it('opens exactly the address of the provider, and answers with the one it came back to', async () => {
    const redirect = await device.port.loginRedirect();
    expect(URL.canParse(redirect)).toBe(true);
    const answered = device.port.openLogin(loginUrl);
    await vi.waitFor(() => expect(device.openedUrl()).toBe(loginUrl));
    if (!device.endBrowser) return expect(device.port.isBrowserOpen()).toBe(false);
    expect(device.port.isBrowserOpen()).toBe(true);
    device.endBrowser(`${redirect}?code=c&state=s`);
    expect(await answered).toBe(`${redirect}?code=c&state=s`);
    expect(device.port.isBrowserOpen()).toBe(false);
  });

  it('answers with nothing when the browser is closed', async () => {
    if (!device.endBrowser) return expect(name).toBe('web');
    const answered = device.port.openLogin(loginUrl);
    await vi.waitFor(() => expect(device.openedUrl()).toBe(loginUrl));
    device.endBrowser(null);
    expect(await answered).toBeNull();
    expect(device.port.isBrowserOpen()).toBe(false);
  });

  it('opens a page of someone else’s', async () => {
    await device.port.openBrowser('https://irs.gov/');
    expect(device.openedUrl()).toBe('https://irs.gov/');
  });

  it('saves a file as it is, under its name', async () => {
    await device.port.saveFile('stub 1.pdf', new TextEncoder().encode('%PDF-1.7 ñ'));
    await vi.waitFor(() => expect(device.saved).toEqual([{ name: 'stub 1.pdf', text: '%PDF-1.7 ñ' }]));
  });

  it('says when a file could not be saved', async () => {
    if (!device.refuseFiles) return expect(name).toBe('web');
    device.refuseFiles();
    await expect(device.port.saveFile('stub.pdf', new Uint8Array(1))).rejects.toThrow();
    expect(device.saved).toEqual([]);
  });

  it('knows whether there is a network, and tells of a change', () => {
    const { network } = device.port;
    const seen: boolean[] = [];
    const stop = network.onChange(() => seen.push(network.isOnline()));
    expect(network.isOnline()).toBe(true);
    device.setOnline(false);
    device.setOnline(true);
    stop();
    device.setOnline(false);
    expect(seen).toEqual([false, true]);
  });
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
    const phone = await findPort(window({ Capacitor: { isNativePlatform: () => true, Plugins } }));
    expect(await phone.version()).toBe('3.0.0');
    expect((await findPort(window({ Capacitor: { isNativePlatform: () => false, Plugins } }))).kind).toBe('web');
  });
});
