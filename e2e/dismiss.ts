import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Dismisses the banner of a failed load, and waits until it is gone. It comes back when the page reads again by itself and
 * fails again, as it does once it is connected: then it is dismissed again.
 */
export async function dismiss(banner: Locator): Promise<void> {
  await banner.waitFor();
  const button = banner.getByRole('button', { name: 'Dismiss' });
  await expect
    .poll(async () => {
      if (await button.isVisible()) await button.click();
      return banner.count();
    })
    .toBe(0);
}
