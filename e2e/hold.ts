import type { Page } from 'playwright-core';

/**
 * Holds a page's requests to matching URLs: a line without an answer, however fast the machine is.
 * @returns lets the requests go
 */
export async function hold(page: Page, url: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    // To the routes before this one, or to the server.
    await route.fallback().catch(() => {}); // the page was left
  });
  return release;
}
