/** Starts both providers for all test files and stops them afterwards. */
import type { TestProject } from 'vitest/node';
import { startAtrium } from './providers/atrium-server';
import { startReference } from './providers/reference-server';

declare module 'vitest' {
  interface ProvidedContext {
    atriumUrl: string;
    referenceUrl: string;
  }
}

export default async function startProviders({ provide }: TestProject): Promise<() => Promise<void>> {
  const atrium = await startAtrium();
  const reference = await startReference();
  provide('atriumUrl', atrium.url);
  provide('referenceUrl', reference.url);
  return async () => {
    await Promise.all([atrium.stop(), reference.stop()]);
  };
}
