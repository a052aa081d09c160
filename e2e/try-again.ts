import type { Locator, Page } from 'playwright-core';

/**
 * Clicks 'Try Again', and waits until what had failed is there. A page also reads by itself, for example once it is
 * connected, which may take the button away before it is clicked.
 */
export async function tryAgain(within: Page | Locator, loaded: Locator): Promise<void> {
  const isThere = loaded.waitFor();
  await Promise.race([within.getByRole('button', { name: 'Try Again' }).click(), isThere]);
  await isThere;
}
