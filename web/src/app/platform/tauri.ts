/**
 * A desktop, through the commands and events of our own Tauri shell (native/desktop). Tokens stay in Rust: the vault's rules are
 * crates/vault, and this file only carries messages.
 *
 * Commands, by `window.__TAURI_INTERNALS__.invoke(command, arguments)`:
 *
 *   shell_version   {}               → string
 *   vault_store     {secret}         → null
 *   vault_unlock    {}               → {kind: 'open', secret} | {kind: 'refused', triesLeft} | {kind: 'empty'}
 *   vault_lock      {}               → null
 *   vault_clear     {}               → null
 *   login_redirect  {}               → string, the loopback address it listens on from then on (RFC 8252)
 *   login_open      {url}            → string, the address that was called there, or null once it gives up
 *   open_browser    {url}            → null
 *   save_file       {name, base64}   → null, once the file is in the download folder
 *
 * Events: the shell dispatches `new CustomEvent('atrium-shell', {detail})` on `window`; `detail` is 'background' (minimized, hidden or
 * behind a locked screen, not merely without focus), 'foreground' or 'locked' (the vault). On the way back, 'locked' comes before 'foreground'.
 */
import { toBase64 } from './base64';
import type { Port, Unlocked } from './port';
import { browserNetwork } from './web';

export type TauriInternals = { invoke: (command: string, args?: Record<string, unknown>) => Promise<unknown> };
export type ShellEvent = 'background' | 'foreground' | 'locked';

const shellEvent = 'atrium-shell';

function onShell(wanted: ShellEvent): Port['onBackground'] {
  return (listener) => {
    const hear = (event: Event) => (event as CustomEvent<ShellEvent>).detail === wanted && listener();
    addEventListener(shellEvent, hear);
    return () => removeEventListener(shellEvent, hear);
  };
}

export function createTauriPort({ invoke }: TauriInternals): Port {
  const tell = async (command: string, args?: Record<string, unknown>) => void (await invoke(command, args));
  let isBrowserOpen = false;
  return {
    kind: 'native',
    version: () => invoke('shell_version') as Promise<string>,
    vault: {
      store: (secret) => tell('vault_store', { secret }),
      unlock: () => invoke('vault_unlock') as Promise<Unlocked>,
      lock: () => tell('vault_lock'),
      clear: () => tell('vault_clear'),
      onLock: onShell('locked'),
    },
    onBackground: onShell('background'),
    onForeground: onShell('foreground'),
    loginRedirect: () => invoke('login_redirect') as Promise<string>,
    openLogin: async (url) => {
      isBrowserOpen = true;
      try {
        return (await invoke('login_open', { url })) as string | null;
      } finally {
        isBrowserOpen = false;
      }
    },
    // A browser window of its own: the app stays where it is, in sight.
    openBrowser: (url) => tell('open_browser', { url }),
    isBrowserOpen: () => isBrowserOpen,
    saveFile: (name, bytes) => tell('save_file', { name, base64: toBase64(bytes) }),
    network: browserNetwork,
  };
}
