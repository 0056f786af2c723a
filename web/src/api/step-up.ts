/**
 * «Prove it for this change»: what the server asks for, and the port through which the fetcher (client.ts) asks the
 * person. The app answers it with a dialog; a feature never sees any of this, its call only takes longer.
 */
const factorKinds = ['passkey', 'totp', 'sms', 'recovery', 'password'] as const;
export type FactorKind = (typeof factorKinds)[number];

/** `hint` tells which phone, by its last digits. */
export type Factor = { kind: FactorKind; hint?: string };

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
export function asFactor(value: { kind?: unknown; hint?: unknown } | null): Factor[] {
  const kind = factorKinds.find((known) => known === value?.kind);
  if (kind === undefined) return [];
  return [typeof value?.hint === 'string' ? { kind, hint: value.hint } : { kind }];
}
