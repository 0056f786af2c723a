/** Which device this is. A native shell shows itself before the app starts; the web never loads what only a shell needs. */
import type { CapacitorPlugins, PhonePlatform } from './capacitor';
import type { Port } from './port';
import type { TauriInternals } from './tauri';
import { createWebPort } from './web';

declare global {
  interface Window {
    /** A shell may bring a port of its own, as the browser tests do. */
    atriumShell?: Port;
    __TAURI_INTERNALS__?: TauriInternals;
    Capacitor?: { isNativePlatform?: () => boolean; getPlatform: () => PhonePlatform; Plugins: CapacitorPlugins };
  }
}

export async function findPort({ atriumShell, __TAURI_INTERNALS__: tauri, Capacitor }: Window = window): Promise<Port> {
  if (atriumShell) return atriumShell;
  if (tauri) return (await import('./tauri')).createTauriPort(tauri);
  if (Capacitor?.isNativePlatform?.())
    return (await import('./capacitor')).createCapacitorPort(Capacitor.Plugins, Capacitor.getPlatform());
  return createWebPort();
}
