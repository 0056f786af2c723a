/** Switches flags of a tenant as an operator does, on the running demo: it sees them at its next request. */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const binary = resolve(import.meta.dirname, '..', process.env.ATRIUM_BIN ?? '../target/debug/atrium');

function setFlag(tenant: string, key: string, value: 'on' | 'off' | 'default'): void {
  const dataDir = process.env.ATRIUM_E2E_DATA_DIR ?? '';
  const databaseUrl = process.env.ATRIUM_E2E_DATABASE_URL ?? `sqlite:${join(dataDir, 'atrium.db')}`;
  const env = { ...process.env, ATRIUM_DATA_DIR: dataDir, ATRIUM_DATABASE_URL: databaseUrl };
  execFileSync(binary, ['flag', 'set', tenant, key, value], { env, stdio: 'pipe' });
}

type Flags = Record<string, 'on' | 'off'>;

/** Whatever happens meanwhile, the flags are as by default afterwards: all tests share one world. */
export async function withFlags(tenant: string, flags: Flags, during: () => Promise<void>): Promise<void> {
  for (const [key, value] of Object.entries(flags)) setFlag(tenant, key, value);
  try {
    await during();
  } finally {
    for (const key of Object.keys(flags)) setFlag(tenant, key, 'default');
  }
}
