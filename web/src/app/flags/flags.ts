/**
 * The flags of a tenant, as the rest of the app reads them. They are off, or as the server would have them by default, until
 * they have been loaded for a tenant; then `isReady` is set. Evaluated on the server, fetched by OpenFeature (openfeature.ts).
 */
import { create } from 'zustand';

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

/** Takes over what an evaluation says about every flag; `evaluate` gets the default for a flag the server does not know. */
function readFlags(evaluate: (key: FlagKey, byDefault: boolean) => boolean): void {
  const keys = Object.keys(flagDefaults) as FlagKey[];
  const values = Object.fromEntries(keys.map((key) => [key, evaluate(key, flagDefaults[key])])) as FlagValues;
  useFlags.setState({ isReady: true, values });
}

const firstPauseMs = 2_000;
const longestPauseMs = 60_000;

/** Loads the flags of a tenant and follows their changes; answers how to stop. What fails is tried again, ever less often. */
export function followFlags(tenantId: string): () => void {
  let isStopped = false;
  let stop = () => {};
  const load = async (pauseMs: number): Promise<void> => {
    try {
      const { evaluateFor } = await import('./openfeature');
      if (isStopped) return;
      const end = await evaluateFor(tenantId, readFlags);
      if (isStopped) end();
      else stop = end;
    } catch (error) {
      if (isStopped) return;
      // biome-ignore lint/suspicious/noConsole: the maintenance check is among them, the one error that is logged and not shown.
      console.error('flags: they could not be loaded', error);
      const retry = setTimeout(() => void load(Math.min(2 * pauseMs, longestPauseMs)), pauseMs);
      stop = () => clearTimeout(retry);
    }
  };
  void load(firstPauseMs);
  return () => {
    isStopped = true;
    stop();
    useFlags.setState({ isReady: false, values: flagDefaults });
  };
}
