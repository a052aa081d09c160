import type { Page } from 'playwright-core';
import { z } from 'zod';

/** The work queue's page as an operator uses it, for tests and benches. */

const order = (page: Page) => page.getByRole('link', { name: /^Order / });

/** The order on screen: 'Order 4711'. */
export const shownOrder = async (page: Page) => (await order(page).textContent()) ?? '';

/** Waits until another order than `before` is shown. */
export async function nextAfter(page: Page, before: string): Promise<string> {
  const literal = before.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  await page.getByRole('link', { name: new RegExp(`^(?!${literal}$)Order `) }).waitFor();
  return shownOrder(page);
}

const ORDER_ON_SCREEN = `document.querySelector('main a[href^="/leads/"]')?.textContent`;

/**
 * Measures in the page the time from each key to another lead on screen, in ms. Its script is a text, because benches
 * have no types of the browser.
 */
export async function measureOutcomes(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(`(() => {
    const times = (window.outcomeTimes = []);
    let pressed = 0;
    let last = ${ORDER_ON_SCREEN};
    window.addEventListener('keydown', () => (pressed = performance.now()), { capture: true });
    new MutationObserver(() => {
      const now = ${ORDER_ON_SCREEN};
      if (now === undefined || now === last) return;
      last = now;
      times.push(performance.now() - pressed);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  })()`);
  return async () => z.array(z.number()).parse(await page.evaluate('window.outcomeTimes'));
}

/** The keys of outcomes that need no further input. */
const OUTCOME_KEYS = '134678903467890';

/** Enters outcomes by keyboard alone, each after a pause in which an operator reads. @returns the orders that were on screen, and the last one */
export async function enterOutcomes(page: Page, outcomes: number, pauseMs = 0): Promise<string[]> {
  const seen = [await nextAfter(page, '')];
  for (let n = 0; n < outcomes; n += 1) {
    if (pauseMs > 0) await page.waitForTimeout(pauseMs);
    await page.keyboard.press(OUTCOME_KEYS.charAt(n % OUTCOME_KEYS.length));
    seen.push(await nextAfter(page, seen.at(-1) ?? ''));
  }
  return seen;
}
