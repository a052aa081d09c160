import { afterAll, afterEach } from 'vitest';
import { closeWindows, openPages } from './stage.ts';

/** The most that is printed of a page. */
const MOST_LETTERS = 4_000;

/** A setup file of vitest: what happens to the windows of a test file. */

// They close after it.
afterAll(closeWindows);

// A failed test prints their addresses and what they show, so that a failure that cannot be repeated can still be explained.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const page of await openPages()) {
    // A page that hangs has none.
    const text = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5_000 })
      .catch((error: unknown) => String(error));
    console.error(`${page.url()} shows:\n${text.slice(0, MOST_LETTERS)}\n`);
  }
});
