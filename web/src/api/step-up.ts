/**
 * «Prove it for this change»: what the server asks for, and the port through which the fetcher (client.ts) asks the
 * person. The app answers it with a dialog; a feature never sees any of this, its call only takes longer.
 */
const factorKinds = ['passkey', 'totp', 'sms', 'recovery', 'password', 'upstream'] as const;
export type FactorKind = (typeof factorKinds)[number];

/** `hint` tells which phone, by its last digits, or the name of the operator's own provider, whose `id` this is. */
export type Factor = { kind: FactorKind; hint?: string; id?: string };

/** Bound to one change, used once. */
export type Challenge = {
  challenge: string;
  /** In order of preference; empty when the person has nothing that counts. */
  factors: Factor[];
  expiresAt: string;
};

/** `again`: the challenge is used up or too old, the server should be asked for a new one. */
export type Proof = 'proved' | 'again' | 'declined';

export type ProveIt = (challenge: Challenge) => Promise<Proof>;

/** Reads a refusal; null when it is none of this kind. Factors this build does not know are left out. */
export function asChallenge(refusal: Record<string, unknown>): Challenge | null {
  const { challenge, factors, expiresAt } = refusal;
  if (typeof challenge !== 'string' || typeof expiresAt !== 'string' || !Array.isArray(factors)) return null;
  return { challenge, expiresAt, factors: factors.flatMap(asFactor) };
}

/** A list of one factor, or of none. */
export function asFactor(value: { kind?: unknown; hint?: unknown; id?: unknown } | null): Factor[] {
  const kind = factorKinds.find((known) => known === value?.kind);
  if (kind === undefined) return [];
  const { hint, id } = value ?? {};
  return [{ kind, ...(typeof hint === 'string' && { hint }), ...(typeof id === 'string' && { id }) }];
}

/** Between the window that came back from the operator's own provider and the one with the form. */
const confirmations = 'step-up';

/** Says that a challenge was proved in this window. A false claim gains nothing: the server knows. */
export function announceConfirmed(challenge: string): void {
  const channel = new BroadcastChannel(confirmations);
  channel.postMessage(challenge);
  channel.close();
}

export function onConfirmed(challenge: string, then: () => void): () => void {
  const channel = new BroadcastChannel(confirmations);
  channel.onmessage = ({ data }) => {
    if (data === challenge) then();
  };
  return () => channel.close();
}
