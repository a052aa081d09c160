import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Presses Escape until the dialog is closed. After a refusal, one press may come too early: the answer is there, but the dialog
 * stays open until the page has it, too.
 */
export async function closeDialog(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape');
      return page.getByRole('dialog').count();
    })
    .toBe(0);
}
