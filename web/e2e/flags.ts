/** Switches flags of a tenant as an operator does, on the running demo: it sees them at its next request. */
import { worldOfThisWorker } from './world';

type Flags = Record<string, 'on' | 'off'>;

/** Whatever happens meanwhile, the flags are as by default afterwards: all tests share one world. */
export async function withFlags(tenant: string, flags: Flags, during: () => Promise<void>): Promise<void> {
  const { operate } = worldOfThisWorker();
  for (const [key, value] of Object.entries(flags)) operate('flag', 'set', tenant, key, value);
  try {
    await during();
  } finally {
    for (const key of Object.keys(flags)) operate('flag', 'set', tenant, key, 'default');
  }
}
