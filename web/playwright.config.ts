/**
 * Browser tests against the real binary. Each worker starts `atrium demo` for itself (e2e/world.ts); the browser is the system's
 * Chromium, never a downloaded one.
 *
 * ATRIUM_BIN                 the binary (default ../target/debug/atrium)
 * ATRIUM_E2E_ENGINE          `postgres`: databases at ATRIUM_TEST_POSTGRES; otherwise SQLite
 * CHROMIUM                   the browser (default: Debian's headless Chromium, which takes a quarter less time than the full one)
 */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // A file is one worker's: its tests take turns in one world.
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // One retry in CI; e2e/flaky.ts says what happens to a test that needs it.
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['./e2e/flaky.ts']],
  use: {
    locale: 'en-US',
    colorScheme: 'light',
    viewport: { width: 1280, height: 860 },
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-default-apps',
      ],
    },
  },
});
