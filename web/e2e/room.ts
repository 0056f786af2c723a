/** Whether the texts of a page have room: axe sees neither a name broken letter by letter nor a page that scrolls sideways. */
import type { Page } from '@playwright/test';
import { expect } from './people';

export async function expectRoom(page: Page): Promise<void> {
  const squeezed = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const found = scrollWidth > clientWidth + 1 ? [`the page is ${scrollWidth} px wide`] : [];
    for (const element of document.querySelectorAll('main *')) {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
      );
      if (!hasText || element.closest('.sr-only')) continue;
      const text = document.createRange();
      text.selectNodeContents(element);
      const lines = [...text.getClientRects()];
      const widest = Math.max(...lines.map(({ width }) => width));
      if (new Set(lines.map(({ top }) => Math.round(top))).size > 2 && widest < 56) {
        found.push(`${element.textContent}: ${Math.round(widest)} px`);
      }
    }
    return found;
  });
  expect(squeezed, `${new URL(page.url()).pathname} at ${page.viewportSize()?.width} px`).toEqual([]);
}
