import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPasskey, getPasskey, hasPasskeys } from './passkey';

const get = vi.fn();
const create = vi.fn();
const buffer = (...bytes: number[]) => new Uint8Array(bytes).buffer;

beforeEach(() => {
  get.mockReset();
  create.mockReset();
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('navigator', { credentials: { get, create } });
});
afterEach(() => vi.unstubAllGlobals());

describe('in a browser that reads the JSON itself', () => {
  it('options and answer go through it', async () => {
    const parsed = { challenge: buffer(1) };
    vi.stubGlobal('PublicKeyCredential', { parseRequestOptionsFromJSON: () => parsed });
    get.mockResolvedValue({ toJSON: () => ({ id: 'k1', type: 'public-key' }) });
    expect(await getPasskey({ challenge: 'AQ' })).toEqual({
      outcome: 'done',
      credential: { id: 'k1', type: 'public-key' },
    });
    expect(get).toHaveBeenCalledExactlyOnceWith({ publicKey: parsed });
  });
});

describe('in a browser that does not', () => {
  it('bytes are read and written here', async () => {
    get.mockResolvedValue({
      id: 'k1',
      rawId: buffer(0xfb, 0xff),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      getClientExtensionResults: () => ({}),
      response: {
        clientDataJSON: buffer(1, 2),
        authenticatorData: buffer(3),
        signature: buffer(4),
        userHandle: null,
      },
    });
    const made = await getPasskey({
      challenge: '-_8',
      rpId: 'localhost',
      allowCredentials: [{ id: 'AQI', type: 'public-key' }],
    });
    const { publicKey } = get.mock.calls[0]?.[0] ?? {};
    expect([...publicKey.challenge]).toEqual([0xfb, 0xff]);
    expect([...publicKey.allowCredentials[0].id]).toEqual([1, 2]);
    expect(publicKey.rpId).toBe('localhost');
    expect(made).toEqual({
      outcome: 'done',
      credential: {
        id: 'k1',
        rawId: '-_8',
        type: 'public-key',
        authenticatorAttachment: 'platform',
        clientExtensionResults: {},
        response: { clientDataJSON: 'AQI', authenticatorData: 'Aw', signature: 'BA' },
      },
    });
  });

  it('a new passkey tells how it can be reached', async () => {
    create.mockResolvedValue({
      id: 'k1',
      rawId: buffer(1),
      type: 'public-key',
      authenticatorAttachment: null,
      getClientExtensionResults: () => ({}),
      response: { clientDataJSON: buffer(1), attestationObject: buffer(2), getTransports: () => ['internal'] },
    });
    const made = await createPasskey({ challenge: 'AQ', user: { id: 'Ag', name: 'ana', displayName: 'Ana' } });
    const [{ publicKey }] = create.mock.calls[0] ?? [{}];
    expect([...publicKey.user.id]).toEqual([2]);
    expect(made).toMatchObject({
      credential: { response: { clientDataJSON: 'AQ', attestationObject: 'Ag', transports: ['internal'] } },
    });
  });
});

it.each([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['InvalidStateError', 'known'],
  ['SecurityError', 'failed'],
])('%s means %s', async (name, outcome) => {
  create.mockRejectedValue(new DOMException('no', name));
  expect(await createPasskey({ challenge: 'AQ', user: { id: 'Ag' } })).toEqual({ outcome });
});

it('a browser without passkeys is known as such', () => {
  expect(hasPasskeys()).toBe(true);
  vi.stubGlobal('PublicKeyCredential', undefined);
  expect(hasPasskeys()).toBe(false);
});
