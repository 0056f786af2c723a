/**
 * The flags of a tenant, as the rest of the app reads them. They are off, or as the server would have them by default, until
 * they have been loaded for a tenant; then `isReady` is set. The server evaluates them; we ask it by OpenFeature's remote evaluation
 * protocol.
 */
import { create } from 'zustand';
import { freshToken } from '../session/refresh';

const flagDefaults = {
  chatbot: false,
  'chat-historical-questions': false,
  'chat-websocket': true,
  'full-site-access-link': false,
  'embed-user-guide': false,
  'application-plan': false,
  'application-pricing': false,
  'hide-inactivate-link': false,
  'maintenance-mode': false,
  'show-inactive-accounts': false,
  'show-payment-card-and-tax-product-marketing': false,
} satisfies Record<string, boolean>;

export type FlagKey = keyof typeof flagDefaults;
type FlagValues = Record<FlagKey, boolean>;

type Flags = { isReady: boolean; values: FlagValues };

export const useFlags = create<Flags>()(() => ({ isReady: false, values: flagDefaults }));

export function useFlag(key: FlagKey): boolean {
  return useFlags(({ values }) => values[key]);
}

type Told = { tag: string | null; values: FlagValues | null };

/** Asks for all flags of a tenant in one call. Values only come if something changed since the answer with this tag. */
async function askFor(tenantId: string, tag: string | null): Promise<Told> {
  const token = await freshToken();
  const answer = await fetch('/ofrep/v1/evaluate/flags', {
    method: 'POST',
    // What a tenant has turned on is no one else's business on a shared computer.
    cache: 'no-store',
    headers: {
      'Content-Type': 'application/json',
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(tag === null ? {} : { 'If-None-Match': tag }),
    },
    body: JSON.stringify({ context: { targetingKey: tenantId } }),
  });
  if (answer.status === 304) return { tag, values: null };
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  const { flags } = (await answer.json()) as { flags: readonly { key: string; value?: unknown }[] };
  const told = new Map(flags.map(({ key, value }) => [key, value]));
  const keys = Object.keys(flagDefaults) as FlagKey[];
  const isOn = (key: FlagKey) => {
    const value = told.get(key);
    return typeof value === 'boolean' ? value : flagDefaults[key];
  };
  const values = Object.fromEntries(keys.map((key) => [key, isOn(key)])) as FlagValues;
  return { tag: answer.headers.get('etag'), values };
}

const pollMs = 60_000;
const firstPauseMs = 2_000;

/** Loads the flags of a tenant and follows their changes; answers how to stop. What fails is tried again, ever less often. */
export function followFlags(tenantId: string): () => void {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async (known: string | null, pauseMs: number): Promise<void> => {
    try {
      const { tag, values } = await askFor(tenantId, known);
      if (isStopped) return;
      if (values !== null) useFlags.setState({ isReady: true, values });
      timer = setTimeout(() => void ask(tag, firstPauseMs), pollMs);
    } catch (error) {
      if (isStopped) return;
      // biome-ignore lint/suspicious/noConsole: the maintenance check is among them, the one error that is logged and not shown.
      console.error('flags: they could not be loaded', error);
      timer = setTimeout(() => void ask(known, Math.min(2 * pauseMs, pollMs)), pauseMs);
    }
  };
  void ask(null, firstPauseMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    useFlags.setState({ isReady: false, values: flagDefaults });
  };
}
