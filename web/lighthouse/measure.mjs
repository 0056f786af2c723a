// `make bench` ends with this: Lighthouse looks at both homes as the release binary serves them to Debian's Chromium, with nothing in its
// cache. It looks five times, one printed line each, and the median counts. A measurement, not a test: whatever the numbers, it succeeds. They mean something on an idle
// machine only. It has packages of its own, which nobody needs who only runs or tests Atrium.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { desktopConfig } from 'lighthouse';
import puppeteer from 'puppeteer-core';

const binary = process.env.ATRIUM_BIN ?? new URL('../../target/release/atrium', import.meta.url).pathname;
const homes = [
  { person: 'Ana Morales', path: '/employee/home' },
  { person: 'Marcus Bell', path: '/manager/home' },
];
const dresses = [
  { name: 'desktop', config: desktopConfig, least: 95 },
  { name: 'mobile', config: undefined, least: 90 },
];

const looks = 5;

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function untilReady(address) {
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await fetch(`${address}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${address} does not answer`);
}

/** Lighthouse is given the very tab somebody signed in with: its session lives nowhere else. */
async function signIn(page, { person, path }, address) {
  await page.goto(`${address}/signin`);
  const button = await page.waitForSelector(`button ::-p-text(${person})`, { timeout: 60_000 });
  await button.click();
  await page.waitForFunction((home) => location.pathname === home, { timeout: 60_000 }, path);
  await page.waitForNetworkIdle();
  const session = await page.createCDPSession();
  await session.send('Network.clearBrowserCache');
  await session.detach();
}

/** A browser for each look: what one has learned must not help the next. The performance score. */
async function look(home, { name, config, least }, address) {
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    protocolTimeout: 300_000,
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  try {
    const page = await browser.newPage();
    await signIn(page, home, address);
    const flags = { onlyCategories: ['performance', 'accessibility'], disableStorageReset: true, logLevel: 'error' };
    const { lhr } = await lighthouse(`${address}${home.path}`, flags, config, page);
    const score = (category) => Math.round(100 * (lhr.categories[category]?.score ?? 0));
    const figure = (audit) => lhr.audits[audit]?.displayValue ?? 'unknown';
    const shown = new URL(lhr.finalDisplayedUrl).pathname;
    if (shown !== home.path) throw new Error(`${shown} was shown instead of ${home.path}`);
    console.log(
      `${home.path.padEnd(14)} ${name.padEnd(7)} performance ${score('performance')} (goal ${least}), ` +
        `accessibility ${score('accessibility')} (goal 100); first paint ${figure('first-contentful-paint')}, ` +
        `largest ${figure('largest-contentful-paint')}, blocked ${figure('total-blocking-time')}, ` +
        `moved ${figure('cumulative-layout-shift')}`,
    );
    const failed = lhr.categories.accessibility.auditRefs.filter(({ id }) => lhr.audits[id]?.score === 0);
    for (const { id } of failed) console.log(`  ${id}: ${lhr.audits[id].title}`);
    return score('performance');
  } finally {
    await browser.close();
  }
}

async function lookAgainAndAgain(home, dress, address) {
  const scores = [];
  for (let number = 0; number < looks; number += 1) scores.push(await look(home, dress, address));
  const median = scores.sort((one, other) => one - other)[Math.floor(looks / 2)];
  console.log(
    `${home.path.padEnd(14)} ${dress.name.padEnd(7)} performance ${median}, the median of ${looks} (goal ${dress.least})`,
  );
}

const port = await freePort();
const address = `http://localhost:${port}`;
const dataDir = await mkdtemp(join(tmpdir(), 'atrium-lighthouse-'));
const server = spawn(binary, ['demo', '--listen', `127.0.0.1:${port}`, '--data-dir', dataDir], { stdio: 'ignore' });
const ended = new Promise((resolve) => server.once('exit', resolve));
try {
  await untilReady(address);
  for (const home of homes) for (const dress of dresses) await lookAgainAndAgain(home, dress, address);
} finally {
  server.kill();
  await ended;
  await rm(dataDir, { recursive: true, force: true });
}
