import type { Page } from 'playwright-core';

/** Waits until a click beside the open dialog closes it: it listens only in a timer after it has taken the pointer from the page. */
export async function untilModal(page: Page): Promise<void> {
  await page.waitForFunction(() => document.body.style.pointerEvents === 'none');
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
}
