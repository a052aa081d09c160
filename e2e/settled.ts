import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The page is there, with its data: a heading, no skeleton, and no rows that follow in the next frames. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1, h2').first().waitFor();
  await expect
    .poll(() =>
      page.locator('.animate-pulse:visible, [aria-label=Loading]:visible, [aria-busy=true]').count(),
    )
    .toBe(0);
}
