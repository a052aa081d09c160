import type { Page } from 'playwright-core';

/** The background of a page in each mode (console/src/theme/tokens.css). */
export const LIGHT = 'rgb(246, 247, 249)';
export const DARK = 'rgb(15, 18, 23)';

export const backgroundOf = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
