import type { Page } from 'playwright-core';

/**
 * Presses a sequence such as `g l` without waiting between its keys: on a busy machine, they would be further apart than the
 * second that a sequence may take (console/src/keys/useKeyboard.ts). For the browser, too, letters in a select and digits in a
 * day belong together only for a second.
 */
export async function pressSequence(page: Page, ...keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
}
