/**
 * A phone, through the plugins of the Capacitor shell (native/phone). The shell's bridge puts every plugin it was built with on
 * `window.Capacitor.Plugins`, so that nothing of them is in the web app. Written against their documentation; it hasn't run on a device.
 *
 *   App, Browser, Filesystem, Share, Network   @capacitor/*
 *   SecureStoragePlugin                        capacitor-secure-storage-plugin: Keychain and Keystore
 *   NativeBiometric                            @capgo/capacitor-native-biometric
 */
import { toBase64 } from './base64';
import type { Port } from './port';
import { createSignal } from './signal';
import { createVault, type Keyring, type Proved } from './vault';

/** The bridge itself answers with the handle, the plugins' own packages with a promise of it. */
type Handle = { remove: () => unknown };
type Listening = Handle | Promise<Handle>;

export type CapacitorPlugins = {
  App: {
    getInfo: () => Promise<{ version: string }>;
    addListener(event: 'appStateChange', listener: (state: { isActive: boolean }) => void): Listening;
    addListener(event: 'pause' | 'resume', listener: () => void): Listening;
    addListener(event: 'appUrlOpen', listener: (opened: { url: string }) => void): Listening;
  };
  Browser: {
    open: (options: { url: string }) => Promise<void>;
    /** Not on Android, where the deep link itself closes it. */
    close: () => Promise<void>;
    addListener: (event: 'browserFinished', listener: () => void) => Listening;
  };
  Filesystem: {
    writeFile: (options: { path: string; data: string; directory: string }) => Promise<{ uri: string }>;
  };
  Share: { share: (options: { files: string[] }) => Promise<unknown> };
  Network: {
    getStatus: () => Promise<{ connected: boolean }>;
    addListener: (event: 'networkStatusChange', listener: (status: { connected: boolean }) => void) => Listening;
  };
  SecureStoragePlugin: {
    /** Rejects where there is no such key. */
    get: (options: { key: string }) => Promise<{ value: string }>;
    set: (options: { key: string; value: string }) => Promise<unknown>;
    remove: (options: { key: string }) => Promise<unknown>;
    keys: () => Promise<{ value: string[] }>;
  };
  NativeBiometric: {
    /** Rejects with a code. `useFallback` takes the device's passcode as well. */
    verifyIdentity: (options: { reason: string; title: string; useFallback: boolean }) => Promise<unknown>;
  };
};

/** Registered with the provider for this client, and with both systems for this app. */
const callback = 'com.atrium.app:/callback';
const key = 'session';
/** Authentication failed, and the two lockouts that follow from failing too often. All others never looked at the person. */
const failedCodes: readonly unknown[] = ['10', '2', '4'];

export type PhonePlatform = 'ios' | 'android';

export async function createCapacitorPort(plugins: CapacitorPlugins, platform: PhonePlatform): Promise<Port> {
  const { App, Browser, Filesystem, Share, Network, SecureStoragePlugin, NativeBiometric } = plugins;
  const [background, foreground, networkChange] = [createSignal(), createSignal(), createSignal()];
  let isBrowserOpen = false;
  let isOnline = (await Network.getStatus()).connected;

  // Neither system's other event means that the app is gone from sight: iOS says inactive of an app below a banner or a question for one's
  // face, and Android pauses one behind any other window.
  if (platform === 'ios') {
    await App.addListener('pause', background.tell);
    await App.addListener('resume', foreground.tell);
  } else await App.addListener('appStateChange', ({ isActive }) => (isActive ? foreground : background).tell());
  await Browser.addListener('browserFinished', () => {
    isBrowserOpen = false;
  });
  await Network.addListener('networkStatusChange', ({ connected }) => {
    if (connected === isOnline) return;
    isOnline = connected;
    networkChange.tell();
  });

  const keyring: Keyring = {
    read: async () => {
      // A key ring that can't be read is not an empty one.
      const { value: keys } = await SecureStoragePlugin.keys();
      return keys.includes(key) ? (await SecureStoragePlugin.get({ key })).value : null;
    },
    write: async (value) => void (await SecureStoragePlugin.set({ key, value })),
    erase: async () => {
      const { value: keys } = await SecureStoragePlugin.keys();
      if (keys.includes(key)) await SecureStoragePlugin.remove({ key });
    },
  };

  const prove = (): Promise<Proved> =>
    NativeBiometric.verifyIdentity({ reason: 'Atrium', title: 'Atrium', useFallback: true }).then(
      () => 'proved',
      (error: { code?: unknown }) => (failedCodes.includes(String(error?.code)) ? 'failed' : 'canceled'),
    );

  const open = async (url: string) => {
    isBrowserOpen = true;
    await Browser.open({ url }).catch((error: unknown) => {
      isBrowserOpen = false;
      throw error;
    });
  };

  const openLogin = async (url: string): Promise<string | null> => {
    const ends: Handle[] = [];
    const answered = new Promise<string | null>((resolve) => {
      const listen = async (listening: Listening) => ends.push(await listening);
      void listen(
        App.addListener('appUrlOpen', (opened) => {
          if (opened.url.startsWith(callback)) resolve(opened.url);
        }),
      );
      void listen(Browser.addListener('browserFinished', () => resolve(null)));
    });
    try {
      await open(url);
      return await answered;
    } finally {
      for (const { remove } of ends) void remove();
      if (isBrowserOpen) await Browser.close().catch(() => undefined);
      isBrowserOpen = false;
    }
  };

  const life = { onBackground: background.on, onForeground: foreground.on };
  return {
    kind: 'native',
    version: async () => (await App.getInfo()).version,
    vault: createVault({ keyring, prove, life }),
    ...life,
    loginRedirect: async () => callback,
    openLogin,
    openBrowser: open,
    isBrowserOpen: () => isBrowserOpen,
    saveFile: async (name, bytes) => {
      // Where the system may clean up; the person chooses in the share sheet where it goes.
      const { uri } = await Filesystem.writeFile({ path: name, data: toBase64(bytes), directory: 'CACHE' });
      await Share.share({ files: [uri] });
    },
    network: { isOnline: () => isOnline, onChange: networkChange.on },
  };
}
