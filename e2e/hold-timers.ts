import type { Page } from 'playwright-core';

/**
 * Holds a page's new timers of exactly this length; the live connection's are longer by a random part.
 *
 * @returns ends them, and those that follow
 */
export async function holdTimers(page: Page, ms: number): Promise<() => Promise<void>> {
  await page.evaluate((held) => {
    const start = window.setTimeout;
    const waiting: (() => void)[] = [];
    const hold = (run: () => void, delay?: number) =>
      delay === held ? -waiting.push(run) : start(run, delay);
    Object.assign(window, { setTimeout: hold });
    const release = () => {
      Object.assign(window, { setTimeout: start });
      for (const run of waiting) run();
    };
    window.addEventListener('release-timers', release, { once: true });
  }, ms);
  return () => page.evaluate(() => void window.dispatchEvent(new Event('release-timers')));
}
