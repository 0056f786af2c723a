/** A native shell that exists in tests only: everything a person or a device does to the app is a call here. Never part of the app. */
import type { Port } from './port';
import { createSignal } from './signal';
import { createVault, type Keyring, memoryKeyring, type Proved } from './vault';

export type FakeDevice = {
  leave: () => void;
  comeBack: () => void;
  /** What the next unlocks come to; after them, each succeeds. */
  provesNext: (...outcomes: Proved[]) => void;
  openedUrl: () => string | null;
  /** The provider comes back to the app at this address, or, with null, the person closes the browser. */
  endBrowser: (answer: string | null) => void;
  saved: { name: string; bytes: Uint8Array<ArrayBuffer> }[];
  refuseFiles: () => void;
  setOnline: (isOnline: boolean) => void;
};

type FakeSettings = { keyring?: Keyring; version?: string };

export function createFakeShell({ keyring = memoryKeyring(), version = '1.0.0' }: FakeSettings = {}): {
  port: Port;
  device: FakeDevice;
} {
  const [background, foreground, networkChange] = [createSignal(), createSignal(), createSignal()];
  const life = { onBackground: background.on, onForeground: foreground.on };
  const proofs: Proved[] = [];
  const saved: FakeDevice['saved'] = [];
  let opened: { url: string; end: (answer: string | null) => void } | null = null;
  let takesFiles = true;
  let isOnline = true;

  const open = (url: string, end: (answer: string | null) => void) => {
    opened = { url, end };
  };
  const port: Port = {
    kind: 'native',
    version: async () => version,
    vault: createVault({ keyring, prove: async () => proofs.shift() ?? 'proved', life }),
    ...life,
    loginRedirect: async () => 'com.atrium.app:/callback',
    openLogin: (url) => new Promise((resolve) => open(url, resolve)),
    openBrowser: async (url) => open(url, () => undefined),
    isBrowserOpen: () => opened !== null,
    saveFile: async (name, bytes) => {
      if (!takesFiles) throw new Error('the device has no room');
      saved.push({ name, bytes });
    },
    network: { isOnline: () => isOnline, onChange: networkChange.on },
  };
  const device: FakeDevice = {
    leave: background.tell,
    comeBack: foreground.tell,
    provesNext: (...outcomes) => void proofs.push(...outcomes),
    openedUrl: () => opened?.url ?? null,
    endBrowser: (answer) => {
      const ended = opened;
      opened = null;
      ended?.end(answer);
    },
    saved,
    refuseFiles: () => {
      takesFiles = false;
    },
    setOnline: (next) => {
      isOnline = next;
      networkChange.tell();
    },
  };
  return { port, device };
}
