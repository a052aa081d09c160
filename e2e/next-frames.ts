import type { Page } from 'playwright-core';

/** Waits until the page has painted twice: effects and animation frames of what happened before have run. */
export const nextFrames = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((painted) => requestAnimationFrame(() => requestAnimationFrame(() => painted()))),
  );
