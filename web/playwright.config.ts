/**
 * Browser tests against the real binary. `atrium demo` is started here on a free port with a data
 * folder of its own; the browser is the system's Chromium, never a downloaded one.
 *
 * ATRIUM_BIN                 the binary (default ../target/debug/atrium)
 * ATRIUM_E2E_DATABASE_URL    an empty PostgreSQL database; otherwise SQLite in the data folder
 * CHROMIUM                   the browser (default /usr/bin/chromium)
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { freePort } from './free-port';

// Workers read this file again: what was chosen once is kept in the environment they inherit.
process.env.ATRIUM_E2E_PORT ??= String(await freePort());
process.env.ATRIUM_E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'atrium-e2e-'));

const binary = resolve(import.meta.dirname, process.env.ATRIUM_BIN ?? '../target/debug/atrium');
const listen = `127.0.0.1:${process.env.ATRIUM_E2E_PORT}`;
const dataDir = process.env.ATRIUM_E2E_DATA_DIR;
const databaseUrl = process.env.ATRIUM_E2E_DATABASE_URL ?? `sqlite:${join(dataDir, 'atrium.db')}`;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalTeardown: './e2e/remove-data.ts',
  // One server and one database: tests take turns, and each writes announcements of its own.
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // A test that passes only the second time is listed as flaky: mend it, but do not hold up everybody meanwhile.
  retries: process.env.CI === undefined ? 0 : 2,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  use: {
    // The demo's public address: cookies and redirect addresses are bound to it.
    baseURL: `http://localhost:${process.env.ATRIUM_E2E_PORT}`,
    locale: 'en-US',
    colorScheme: 'light',
    viewport: { width: 1280, height: 860 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-default-apps',
      ],
    },
  },
  webServer: {
    command: [
      binary,
      'demo',
      '--listen',
      listen,
      '--data-dir',
      dataDir,
      '--database-url',
      databaseUrl,
      '--today',
      '2026-11-16',
    ]
      .map((word) => `'${word}'`)
      .join(' '),
    url: `http://${listen}/readyz`,
    timeout: 60_000,
    reuseExistingServer: false,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});
