/**
 * The flags of a tenant, as the rest of the app reads them. They are off, or as the server would have them by default, until
 * they have been loaded for a tenant; then `isReady` is set. Evaluated on the server, fetched by OpenFeature (openfeature.ts).
 */
import { create } from 'zustand';

const flagDefaults = {
  chatbot: false,
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

/** Loads the flags of a tenant and follows their changes; answers how to stop. */
export function followFlags(tenantId: string): () => void {
  let isStopped = false;
  let stop = () => {};
  import('./openfeature')
    .then(async ({ evaluateFor }) => {
      const end = await evaluateFor(tenantId, readFlags);
      if (isStopped) end();
      else stop = end;
    })
    .catch((error: unknown) => {
      // biome-ignore lint/suspicious/noConsole: the maintenance check is among them, the one error that is logged and not shown.
      console.error('flags: they could not be loaded', error);
    });
  return () => {
    isStopped = true;
    stop();
    useFlags.setState({ isReady: false, values: flagDefaults });
  };
}
