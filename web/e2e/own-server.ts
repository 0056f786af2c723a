/**
 * `atrium serve` of a test's own, for what the shared demo cannot be: empty, and with other settings. SQLite in a folder
 * that goes with it; `run` is an operator at a terminal beside it.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { freePort } from '../free-port';

const binary = resolve(import.meta.dirname, '..', process.env.ATRIUM_BIN ?? '../target/debug/atrium');

export type OwnServer = {
  url: string;
  /** What the server has written to standard output. */
  said: () => string;
  run: (...words: string[]) => string;
  stop: () => Promise<void>;
};

export async function startServer(settings: Record<string, string> = {}): Promise<OwnServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-own-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    ATRIUM_LISTEN: `127.0.0.1:${port}`,
    ATRIUM_PUBLIC_URL: url,
    ATRIUM_DATA_DIR: dataDir,
    ATRIUM_OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
    ATRIUM_LOG: 'warn',
    ATRIUM_MASTER_KEY: randomBytes(32).toString('base64'),
    ...settings,
  };
  const server = spawn(binary, ['serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  let said = '';
  server.stdout.on('data', (chunk) => {
    said += String(chunk);
  });
  const stop = async () => {
    server.kill();
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  await expect(async () => {
    expect(server.exitCode).toBeNull();
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).ok).toBe(true);
  }).toPass({ timeout: 60_000 });
  return { url, said: () => said, run: (...more) => execFileSync(binary, more, { env, encoding: 'utf8' }), stop };
}
