import type { Page } from 'playwright-core';

/** No request has this address. */
const NOTHING = 'http://nothing.invalid/';

/**
 * Keeps the requests of a page intercepted from its first rule (`page.route`) on. Playwright intercepts none any more when the
 * last rule is removed, and requests that the browser has just paused then never go on: in 2 of 20 rounds, up to 26 of 40
 * requests had no answer. A part of the page whose code was among them never came.
 */
export function keepIntercepting(page: Page): void {
  const route = page.route.bind(page);
  let kept: Promise<unknown> | undefined;
  page.route = async (...rule) => {
    kept ??= page.context().route(NOTHING, () => {});
    await kept;
    return route(...rule);
  };
}
