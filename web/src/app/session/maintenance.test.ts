import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isMaintenanceMarked, maintenanceIsOver, markMaintenance } from './maintenance';
import { useSession } from './store';

const answerWith = (status: number, body: unknown) =>
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(JSON.stringify(body), { status }));

beforeEach(() => {
  sessionStorage.clear();
  useSession.getState().signIn({
    accessToken: 'a',
    refreshToken: 'r',
    idToken: null,
    obtainedAtMs: Date.now(),
    expiresAtMs: Date.now() + 60_000,
  });
  markMaintenance();
});

describe('after a refresh', () => {
  it('with the flag off, the marker is cleared', async () => {
    const asked = answerWith(200, { key: 'maintenance-mode', value: false });
    expect(await maintenanceIsOver()).toBe(true);
    expect(isMaintenanceMarked()).toBe(false);
    expect(asked.mock.calls[0]?.[0]).toBe('/ofrep/v1/evaluate/flags/maintenance-mode');
  });

  it('with the flag on, the marker is kept', async () => {
    answerWith(200, { key: 'maintenance-mode', value: true });
    expect(await maintenanceIsOver()).toBe(false);
    expect(isMaintenanceMarked()).toBe(true);
  });

  it('with a check that failed, it is logged only and the marker is kept', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    answerWith(500, {});
    expect(await maintenanceIsOver()).toBe(false);
    expect(isMaintenanceMarked()).toBe(true);
    expect(logged).toHaveBeenCalledOnce();
  });

  it('with nobody signed in, a warning is logged', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    useSession.getState().signOut();
    expect(await maintenanceIsOver()).toBe(true);
    expect(warned).toHaveBeenCalledOnce();
  });
});
