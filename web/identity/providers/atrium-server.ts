/** Starts the real binary with a demo world of its own on a free port. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../../free-port';
import type { Running } from './provider';

const READY_WITHIN_MS = 50_000;

export async function startAtrium(): Promise<Running> {
  const binary = resolve(import.meta.dirname, '../..', process.env.ATRIUM_BIN ?? '../target/debug/atrium');
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-identity-'));
  const listen = `127.0.0.1:${await freePort()}`;
  const database = `sqlite:${join(dataDir, 'atrium.db')}`;
  const server = spawn(binary, ['demo', '--listen', listen, '--data-dir', dataDir, '--database-url', database], {
    // The native client takes the default of OpenID Connect.
    env: { ...process.env, ATRIUM_RS256_CLIENTS: 'atrium-native' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(server, 'exit');
  const kill = () => server.kill();
  process.once('exit', kill);
  const stop = async () => {
    kill();
    await ended;
    process.removeListener('exit', kill);
    rmSync(dataDir, { recursive: true, force: true });
  };
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isReady(`http://${listen}/readyz`))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`${binary} did not become ready`);
    }
    await new Promise((again) => setTimeout(again, 100));
  }
  return { url: `http://localhost:${listen.split(':')[1]}`, stop };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
