/** The OpenFeature SDK with its remote-evaluation provider, asking our own server for the tenant of the token. Loaded after the page. */
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature, type Provider, ProviderEvents } from '@openfeature/web-sdk';
import { freshToken } from '../session/refresh';
import type { FlagKey } from './flags';

const pollMs = 60_000;

type Read = (evaluate: (key: FlagKey, byDefault: boolean) => boolean) => void;

/** Tells `read` now and whenever a flag changes; answers how to stop. */
export async function evaluateFor(tenantId: string, read: Read): Promise<() => void> {
  const provider = new OFREPWebProvider({
    baseUrl: location.origin,
    headersFactory: async () => {
      const token = await freshToken();
      return token === null ? [] : [['Authorization', `Bearer ${token}`]];
    },
    pollInterval: pollMs,
    changeDetection: 'polling',
    // What a tenant has turned on is no one else's business on a shared computer.
    cacheMode: 'disabled',
  });
  // The package was not compiled with exact optional properties; its class is a provider all the same.
  await OpenFeature.setProviderAndWait(provider as Provider, { targetingKey: tenantId });
  const client = OpenFeature.getClient();
  const tell = () => read((key, byDefault) => client.getBooleanValue(key, byDefault));
  client.addHandler(ProviderEvents.ConfigurationChanged, tell);
  tell();
  return () => {
    client.removeHandler(ProviderEvents.ConfigurationChanged, tell);
    void OpenFeature.clearProviders();
  };
}
