// Draws the icons of the installed app from the favicon, with the browser the tests use: `npm run icons` after changing it. A maskable icon
// fills its square, and its picture stays within the circle that every mask leaves.
import { readFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';

const publicFolder = new URL('../public/', import.meta.url);
const drawn = await readFile(new URL('favicon.svg', publicFolder), 'utf8');
const filled = drawn
  .replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')
  .replace(/<rect [^>]*>/, '<rect x="-4" y="-4" width="40" height="40" fill="#0b6862"/>');

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox'],
});
for (const [name, picture, size] of [
  ['icon-192', drawn, 192],
  ['icon-512', drawn, 512],
  ['maskable-512', filled, 512],
]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${picture}`);
  await page.screenshot({ path: new URL(`icons/${name}.png`, publicFolder).pathname, omitBackground: true });
  await page.close();
}
await browser.close();
