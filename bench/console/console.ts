import { gzipSync } from 'node:zlib';
import { buildConsole } from '@crm/platform/build/console.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import { openBrowser } from '../../e2e/browser.ts';
import { ADMIN, signedIn } from '../../e2e/people.ts';
import { type Figures, percentiles, rounded } from '../figures.ts';
import { markText, scriptsBeforeMark } from './mark-text.ts';
import { signInOnSlowLine, slowDown } from './slow.ts';
import { started, type Watched, watch } from './watch.ts';

const ROWS = 500;
const ROUNDS = 3;

type ConsoleFigures = Figures & {
  /** Before the leads list, for a signed-in user. */
  list_kb: number;
  /** Tasks over 50 ms, while the user works with 500 rows. */
  long_tasks: number;
  longest_task_ms: number;
  loading_task_ms: number;
  /** The same work when the browser has a quarter of the CPU. */
  slow_tasks: number;
  slow_longest_ms: number;
  /** From 'Sign in' to the leads on a line of 10 Mbit/s, the longest of three. */
  sign_in_ms: number;
};
type Window = Awaited<ReturnType<typeof signedIn>>;

/**
 * Measures waiting times of users: the JavaScript before the first screen, and with 500 rows the tasks over
 * 50 ms and the time from a key or a click to its effect on screen.
 */
export async function inTheBrowser(): Promise<ConsoleFigures> {
  if (buildConsole() !== 0) throw new Error('The console does not build');
  const product = await startProduct({ demoLeads: 700 });
  const browser = await openBrowser();
  try {
    const page = await signedIn(browser, product.url, ADMIN, '/dashboard');
    const first = await scriptBefore(browser, `${product.url}/login`, 'Sign in to your account');
    const list = await scriptBefore(browser, `${product.url}/leads`, 'Showing: ', page);
    await page.addInitScript(watch);
    await page.goto(`/leads?limit=${ROWS}`);
    await page.getByText(new RegExp(`^Showing: ${ROWS} of`)).waitFor();
    await page.getByRole('row').nth(5).waitFor();
    // The socket, the palette and other modules that load after the first screen.
    await page.waitForTimeout(3_000);
    const loading = await page.evaluate(started);
    for (let round = 0; round < ROUNDS; round += 1) await work(page);
    const worked = await page.evaluate(started);
    await slowDown(page);
    await work(page);
    const slow = longTasks(await page.evaluate(started));
    await page.context().close();
    const signIns: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      signIns.push(await signInOnSlowLine(browser, product.url));
    return {
      value: first,
      unit: 'kB of gzipped JS before the first screen',
      list_kb: list,
      ...percentiles(worked.delays),
      ...longTasks(worked),
      loading_task_ms: rounded(Math.max(0, ...loading.tasks)),
      slow_tasks: slow.long_tasks,
      slow_longest_ms: slow.longest_task_ms,
      sign_in_ms: Math.max(...signIns),
    };
  } finally {
    await browser.close();
    await product.remove();
  }
}

function longTasks({ tasks }: Watched) {
  return { long_tasks: tasks.length, longest_task_ms: rounded(Math.max(0, ...tasks)) };
}

/**
 * In kB: all scripts requested before a text appears, in a new window; signed in as `signedInAs`, or not. The page
 * itself notes the time: on a busy machine this process sees the text long after it appeared.
 */
async function scriptBefore(
  browser: Awaited<ReturnType<typeof openBrowser>>,
  url: string,
  text: string,
  signedInAs?: Window,
): Promise<number> {
  const storageState = await signedInAs?.context().storageState();
  const context = await browser.newContext({ ...(storageState && { storageState }) });
  const page = await context.newPage();
  const scripts = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.set(
        response.url(),
        response.body().then((body) => gzipSync(body).length),
      );
  });
  await page.addInitScript({ content: markText(text) });
  await page.goto(url);
  const requested = await page.waitForFunction(scriptsBeforeMark).then((handle) => handle.jsonValue());
  const sizes = await Promise.all((requested ?? []).flatMap((one) => scripts.get(one) ?? []));
  await context.close();
  return rounded(sizes.reduce((sum, size) => sum + size, 0) / 1000);
}

/** Daily work: moves from row to row, selects and unselects a row, scrolls down and up, changes the order. */
async function work(page: Window): Promise<void> {
  for (let n = 0; n < 30; n += 1) await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('x');
  await page.mouse.move(700, 500);
  for (let n = 0; n < 40; n += 1) {
    await page.mouse.wheel(0, n < 20 ? 1_500 : -1_500);
    await page.waitForTimeout(30);
  }
  await page.getByRole('button', { name: 'Amount' }).click();
  await page.waitForTimeout(700);
  await page.keyboard.press('d');
  await page.waitForTimeout(300);
  await page.keyboard.press('s');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(300);
}
