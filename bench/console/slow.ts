import type { openBrowser } from '../../e2e/browser.ts';
import { markText } from '../../e2e/mark-text.ts';
import { ADMIN, fillSignIn, openWindow, PASSWORD } from '../../e2e/people.ts';
import { rounded } from '../figures.ts';

type Browser = Awaited<ReturnType<typeof openBrowser>>;
type Page = Awaited<ReturnType<typeof openWindow>>;

/** A line of 10 Mbit/s in each direction, with a round trip of 40 ms. */
const LINE = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };
/** The machine that the goals are for has a quarter of the speed. */
export const SLOWER = 4;

/**
 * From the click on 'Sign in' to the first rows of the leads list, on a slow line. The sign-in page is loaded before, as
 * users have it open while they type.
 *
 * @returns milliseconds
 */
export async function signInOnSlowLine(browser: Browser, url: string): Promise<number> {
  const page = await openWindow(browser, url);
  await page.addInitScript({ content: markText('Showing: ') });
  await page.addInitScript({
    content: `addEventListener('submit', () => performance.mark('submitted'), { capture: true });`,
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', LINE);
  await page.goto('/leads');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.waitForTimeout(3_000);
  await fillSignIn(page, ADMIN, PASSWORD);
  const time = await page.waitForFunction(() => {
    const [submitted] = performance.getEntriesByName('submitted');
    const [text] = performance.getEntriesByName('text');
    return submitted && text ? text.startTime - submitted.startTime : null;
  });
  const ms = Number(await time.jsonValue());
  await page.context().close();
  return rounded(ms, 0);
}

/** Makes the page's JavaScript, style and layout take four times as long. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}
