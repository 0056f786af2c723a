/**
 * Passkeys through the browser, in the JSON of WebAuthn level 3. Browsers that cannot yet read or write that JSON
 * (before Safari 18.4, Chrome 129, Firefox 119) get it done here.
 */

/** What the browser made of a ceremony; only the server can read more into it. */
type PasskeyAnswer = Record<string, unknown>;

export type PasskeyOutcome =
  | { outcome: 'done'; credential: PasskeyAnswer }
  /** The person closed the browser's own dialog, or let it run out of time: the browser does not tell which. */
  | { outcome: 'cancelled' }
  /** This device already holds a passkey of this account. */
  | { outcome: 'known' }
  | { outcome: 'failed' };

export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && navigator.credentials !== undefined;
}

/** Giving one that exists. */
export async function getPasskey(options: unknown): Promise<PasskeyOutcome> {
  return ceremony(() =>
    navigator.credentials.get({ publicKey: requestOptions(options as PublicKeyCredentialRequestOptionsJSON) }),
  );
}

/** Making a new one. */
export async function createPasskey(options: unknown): Promise<PasskeyOutcome> {
  return ceremony(() =>
    navigator.credentials.create({ publicKey: creationOptions(options as PublicKeyCredentialCreationOptionsJSON) }),
  );
}

async function ceremony(run: () => Promise<Credential | null>): Promise<PasskeyOutcome> {
  try {
    const credential = (await run()) as PublicKeyCredential | null;
    return credential === null ? { outcome: 'failed' } : { outcome: 'done', credential: asJson(credential) };
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') return { outcome: 'cancelled' };
    return { outcome: name === 'InvalidStateError' ? 'known' : 'failed' };
  }
}

function requestOptions(options: PublicKeyCredentialRequestOptionsJSON): PublicKeyCredentialRequestOptions {
  if (typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function')
    return PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const { extensions: _, allowCredentials, ...rest } = options;
  return {
    ...rest,
    challenge: bytes(options.challenge),
    allowCredentials: (allowCredentials ?? []).map(descriptor),
  } as PublicKeyCredentialRequestOptions;
}

function creationOptions(options: PublicKeyCredentialCreationOptionsJSON): PublicKeyCredentialCreationOptions {
  if (typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function')
    return PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const { extensions: _, excludeCredentials, ...rest } = options;
  return {
    ...rest,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: (excludeCredentials ?? []).map(descriptor),
  } as PublicKeyCredentialCreationOptions;
}

function descriptor(given: PublicKeyCredentialDescriptorJSON) {
  return { ...given, id: bytes(given.id) };
}

function asJson(credential: PublicKeyCredential): PasskeyAnswer {
  if (typeof credential.toJSON === 'function') return { ...credential.toJSON() };
  const { id, rawId, type, response, authenticatorAttachment } = credential;
  return {
    id,
    rawId: text(rawId),
    type,
    authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: responseAsJson(response as AuthenticatorAssertionResponse & AuthenticatorAttestationResponse),
  };
}

/** One ceremony fills some of these members, the other the rest. */
function responseAsJson(response: AuthenticatorAssertionResponse & AuthenticatorAttestationResponse): PasskeyAnswer {
  const { clientDataJSON, authenticatorData, signature, userHandle, attestationObject } = response;
  const members = { clientDataJSON, authenticatorData, signature, userHandle, attestationObject };
  return {
    ...Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value ? [[name, text(value)]] : []))),
    ...(typeof response.getTransports === 'function' && { transports: response.getTransports() }),
  };
}

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function text(buffer: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
