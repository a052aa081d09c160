import { afterAll, afterEach } from 'vitest';
import { closeWindows, openPages } from './stage.ts';
import { troublesOf } from './troubles.ts';

/** The most that is printed of a page. */
const MOST_LETTERS = 4_000;
/** The most lines of it that the summary of the run has. */
const MOST_LINES = 8;

/** The lines of what a page shows that say which page, dialog or message it is, with all that an alert says. */
function outlineOf(text: string): string[] {
  let alert = Number.POSITIVE_INFINITY;
  return text.split('\n').filter((line) => {
    const indent = line.search(/\S/);
    if (indent > alert) return true;
    alert = /^ *- alert\b/.test(line) ? indent : Number.POSITIVE_INFINITY;
    return /^ *- (?:alert|alertdialog|dialog|heading|status)\b./.test(line);
  });
}

/** A setup file of vitest: what happens to the windows of a test file. */

// They close after it.
afterAll(closeWindows);

// A failed test tells what went wrong in its windows and prints what they show, so that a failure that cannot be repeated can
// still be explained.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  const pages = await openPages();
  const troubles = [...new Set(pages.map((page) => page.context()))].flatMap(troublesOf);
  const outlines: string[] = [];
  // The summary has room for few lines, and most failures are of the window that was opened last.
  for (const page of pages.toReversed()) {
    // A page that hangs has none.
    const text = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5_000 })
      .catch((error: unknown) => String(error));
    console.error(`${page.url()} shows:\n${text.slice(0, MOST_LETTERS)}\n`);
    outlines.push(page.url(), ...outlineOf(text).slice(0, MOST_LINES));
  }
  // The summary of a run shows this text, and not what a test prints.
  const [failure] = task.result.errors ?? [];
  if (!failure) return;
  const [what = '', ...where] = (failure.stack ?? failure.message).split(/\n(?= +at )/);
  const lines = [...what.split('\n', MOST_LINES), ...where.slice(0, 1), ...troubles, ...outlines];
  failure.stack = [...lines, ...where.slice(1)].join('\n');
});
