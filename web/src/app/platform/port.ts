/**
 * What the app asks of the device it runs on. The browser answers itself (web.ts), a phone through Capacitor (capacitor.ts), a desktop
 * through Tauri (tauri.ts), a test through fake.ts. One contract test holds them together (contract.test.ts). What follows for pages and
 * routes is in platform.ts.
 */
export type Stop = () => void;

export type Unlocked =
  | { kind: 'open'; secret: string }
  /** The device doesn't know this person. After the last try the vault is empty. */
  | { kind: 'refused'; triesLeft: number }
  | { kind: 'empty' };

/**
 * Keeps one secret. It locks 2000 ms after the app went to the background, and empties itself after two failed unlocks; vault.ts has the
 * rules, and crates/vault the same ones for the desktop.
 */
export type Vault = {
  /** Replaces what was there and leaves the vault open. */
  store: (secret: string) => Promise<void>;
  /** Asks the person to prove who they are, unless the vault is open. */
  unlock: () => Promise<Unlocked>;
  lock: () => Promise<void>;
  clear: () => Promise<void>;
  onLock: (listener: () => void) => Stop;
};

export type Port = {
  kind: 'web' | 'native';
  /** Of the shell around the app; the app itself is always what the server has. */
  version: () => Promise<string>;
  vault: Vault;
  onBackground: (listener: () => void) => Stop;
  onForeground: (listener: () => void) => Stop;
  /** Where the provider has to send the person back to. */
  loginRedirect: () => Promise<string>;
  /** The address the provider came back to, or null where the person closed the browser. On the web the page is left instead. */
  openLogin: (url: string) => Promise<string | null>;
  openBrowser: (url: string) => Promise<void>;
  /** Whether a browser lies over the app, so that the app being in the background doesn't mean that the person left. */
  isBrowserOpen: () => boolean;
  saveFile: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  network: {
    isOnline: () => boolean;
    onChange: (listener: () => void) => Stop;
  };
};
