/** What a module of the conformance suite gets, and what it says. */
import type { Browser } from '../browser';
import type { Provider } from '../providers/provider';
import { RelyingParty } from '../relying-party';

/**
 * Runs one module. It throws where the suite would say FAILED; what it returns are the remarks the suite would warn
 * of or leave to a reviewer, each of which the table explains.
 */
export type Module = (party: Party) => Promise<string[]>;

export interface Party {
  provider: Provider;
  rp: RelyingParty;
  /** No one is signed in here yet. */
  browser: Browser;
}

export async function partyOf(provider: Provider): Promise<Party> {
  const rp = await RelyingParty.of(provider);
  return { provider, rp, browser: rp.browser() };
}
