/**
 * Maintenance mode of a tenant. The marker in session storage keeps a reload on the maintenance page; whether the flag is
 * still on is asked by the OpenFeature remote-evaluation protocol, for the tenant of the token.
 */
import { freshToken } from './refresh';

const markerKey = 'maintenance';
const flagPath = '/ofrep/v1/evaluate/flags/maintenance-mode';

export function isMaintenanceMarked(): boolean {
  return sessionStorage.getItem(markerKey) === 'on';
}

export function markMaintenance(): void {
  sessionStorage.setItem(markerKey, 'on');
}

/** Someone new starts without the marker of the person before. */
export function forgetMaintenance(): void {
  sessionStorage.removeItem(markerKey);
}

/** Clears the marker and answers true when the flag is no longer on. A check that fails is only logged, and changes nothing. */
export async function maintenanceIsOver(): Promise<boolean> {
  try {
    const token = await freshToken();
    if (token === null) {
      // biome-ignore lint/suspicious/noConsole: the spec asks for a warning where there is no tenant to ask for.
      console.warn('maintenance: nobody is signed in, so that there is no tenant to ask for');
      return true;
    }
    const answer = await fetch(flagPath, {
      method: 'POST',
      cache: 'no-store',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ context: {} }),
    });
    if (!answer.ok && answer.status !== 404) throw new Error(`the server answered ${answer.status}`);
    const { value } = answer.ok ? ((await answer.json()) as { value?: unknown }) : { value: false };
    if (value === true) return false;
    forgetMaintenance();
    return true;
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the spec's one error that is logged and not shown.
    console.error('maintenance: the flag could not be checked', error);
    return false;
  }
}
