/**
 * A demo world of a worker's own: `atrium demo` on a free port, SQLite in a folder that goes with it or, where the tests are
 * given a PostgreSQL, a database there. Tests of one worker share it and take turns; those of another never meet it.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from '@playwright/test';
import { freePort } from '../free-port';

const binary = resolve(import.meta.dirname, '..', process.env.ATRIUM_BIN ?? '../target/debug/atrium');

/** Today, in every demo world. */
export const worldDay = '2026-11-16';

export type World = {
  /** The demo's public address: cookies and redirect addresses are bound to it. */
  url: string;
  /** An operator's command beside the running server. */
  operate: (...words: string[]) => void;
  stop: () => Promise<void>;
  /** Kills the server as a power cut would, and starts it again. */
  crash: () => Promise<void>;
};

function databaseOf(dataDir: string, name: string): string {
  const server = process.env.ATRIUM_TEST_POSTGRES;
  if (process.env.ATRIUM_E2E_ENGINE !== 'postgres' || server === undefined)
    return `sqlite:${join(dataDir, 'atrium.db')}`;
  execFileSync('psql', ['-q', server, '-c', `CREATE DATABASE ${name}`]);
  return `${server.slice(0, server.lastIndexOf('/'))}/${name}`;
}

let current: World | undefined;

/** The one that this worker's tests share. */
export function worldOfThisWorker(): World {
  if (current === undefined) throw new Error('no test of this worker has asked for the world yet');
  return current;
}

export async function startWorld(): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-e2e-'));
  const port = await freePort();
  const listen = `127.0.0.1:${port}`;
  const databaseUrl = databaseOf(dataDir, `atrium_e2e_${port}`);
  const where = ['--listen', listen, '--data-dir', dataDir, '--database-url', databaseUrl];
  const begin = () => {
    const server = spawn(binary, ['demo', ...where, '--today', worldDay], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return { server, ended: once(server, 'exit') };
  };
  let running = begin();
  const ready = () =>
    expect(async () => {
      expect(running.server.exitCode).toBeNull();
      expect((await fetch(`http://${listen}/readyz`)).ok).toBe(true);
    }).toPass({ timeout: 120_000 });
  const stop = async () => {
    running.server.kill();
    await running.ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  const crash = async () => {
    running.server.kill('SIGKILL');
    await running.ended;
    running = begin();
    await ready();
  };
  await ready();
  const env = { ...process.env, ATRIUM_DATA_DIR: dataDir, ATRIUM_DATABASE_URL: databaseUrl };
  const operate = (...words: string[]) => void execFileSync(binary, words, { env, stdio: 'pipe' });
  current = { url: `http://localhost:${port}`, operate, stop, crash };
  return current;
}
