import { buildConsole } from '@crm/platform/build/console.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import { openBrowser } from '../../e2e/browser.ts';
import { ADMIN, openWindow, signedIn, tokenOf } from '../../e2e/people.ts';
import {
  dashboardScreen,
  leadsScreen,
  type Screen,
  scriptsBefore,
  signInScreen,
  weightOf,
} from '../../e2e/scripts-before.ts';
import { type Figures, percentiles, rounded } from '../figures.ts';
import { interactions, settled } from './interactions.ts';
import { SLOWER, signInOnSlowLine, slowDown } from './slow.ts';
import { recordTasks, type Task } from './tasks.ts';
import { delays, watch } from './watch.ts';

const ROWS = 500;
const ROUNDS = 3;
const SLOW_ROUNDS = 1;
const LONG_MS = 50;
const BETWEEN = 'between';

type ConsoleFigures = Figures & {
  /** Before the dashboard and the leads list, for a signed-in user. */
  dashboard_kb: number;
  list_kb: number;
  /** Tasks over 50 ms, while the user works with 500 rows, and while the list loads. */
  long_tasks: number;
  longest_task_ms: number;
  loading_task_ms: number;
  /** The same work on a machine with a quarter of the speed: four times the CPU time of each task. */
  quarter_tasks: number;
  quarter_longest_ms: number;
  quarter_loading_ms: number;
  /** The same work when the browser slows the page down by four; depends on the machine's other work. */
  slow_tasks: number;
  slow_longest_ms: number;
  /** From 'Sign in' to the leads on a line of 10 Mbit/s, the longest of three. */
  sign_in_ms: number;
};
type Window = Awaited<ReturnType<typeof signedIn>>;

/**
 * Measures waiting times of users: the JavaScript before the first screen, and with 500 rows the longest tasks of each
 * interaction and the time from a key or a click to its effect on screen.
 */
export async function inTheBrowser(): Promise<ConsoleFigures> {
  if (buildConsole() !== 0) throw new Error('The console does not build');
  const product = await startProduct({ demoLeads: 700 });
  const browser = await openBrowser();
  try {
    const page = await signedIn(browser, product.url, ADMIN, '/dashboard');
    const first = await weightBefore(await openWindow(browser, product.url), signInScreen);
    const token = await tokenOf(product.url, ADMIN);
    const signedInPage = () => openWindow(browser, product.url, undefined, token);
    const dashboard = await weightBefore(await signedInPage(), dashboardScreen);
    const list = await weightBefore(await signedInPage(), leadsScreen);
    await page.addInitScript(watch);
    // As most users have it: with transitions.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const loading = await recordTasks(page);
    await loading.begin('loading');
    await page.goto(`/leads?limit=${ROWS}`);
    await page.getByText(new RegExp(`^Showing: ${ROWS} of`)).waitFor();
    await page.getByRole('row').nth(5).waitFor();
    // The socket, the palette and other modules that load after the first screen.
    await page.waitForTimeout(3_000);
    const loaded = [...(await loading.end()).values()].flat();
    await page.evaluate(delays);
    const worked = await work(page, ROUNDS);
    const waits = await page.evaluate(delays);
    await slowDown(page);
    const slow = await work(page, SLOW_ROUNDS);
    await page.context().close();
    for (const [name, tasks] of worked) console.info(lineOf(name, tasks, slow.get(name) ?? []));
    const all = [...worked.values()].flat();
    const signIns: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      signIns.push(await signInOnSlowLine(browser, product.url));
    return {
      value: first,
      unit: 'kB of gzipped JS before the first screen',
      dashboard_kb: dashboard,
      list_kb: list,
      ...percentiles(waits),
      long_tasks: longOf(all, wall),
      longest_task_ms: longest(all, wall),
      loading_task_ms: longest(loaded, wall),
      quarter_tasks: longOf(all, quarter),
      quarter_longest_ms: longest(all, quarter),
      quarter_loading_ms: longest(loaded, quarter),
      slow_tasks: longOf([...slow.values()].flat(), wall),
      slow_longest_ms: longest([...slow.values()].flat(), wall),
      sign_in_ms: Math.max(...signIns),
    };
  } finally {
    await browser.close();
    await product.remove();
  }
}

const wall = (task: Task) => task.wall;
const quarter = (task: Task) => task.cpu * SLOWER;
const longOf = (tasks: readonly Task[], time: (task: Task) => number) =>
  tasks.filter((task) => time(task) > LONG_MS).length;
const longest = (tasks: readonly Task[], time: (task: Task) => number) =>
  rounded(tasks.reduce((most, task) => Math.max(most, time(task)), 0));

function lineOf(name: string, tasks: readonly Task[], slow: readonly Task[]): string {
  const of = (some: readonly Task[], time: (task: Task) => number) =>
    `${String(longest(some, time)).padStart(6)} ms, ${longOf(some, time)} over ${LONG_MS}`;
  return `${name.padEnd(18)} quarter speed ${of(tasks, quarter)}; full ${of(tasks, wall)}; slowed ${of(slow, wall)}`;
}

/** In kB: the scripts of a new window before a text appears. */
async function weightBefore(page: Window, screen: Screen): Promise<number> {
  const weight = weightOf(await scriptsBefore(page, screen));
  await page.context().close();
  return rounded(weight);
}

/** @returns the tasks of each interaction, of all rounds */
async function work(page: Window, rounds: number): Promise<Map<string, Task[]>> {
  const all = new Map<string, Task[]>();
  for (let round = 0; round < rounds; round += 1) {
    const recorded = await recordTasks(page);
    for (const { name, prepare } of interactions) {
      const act = await prepare(page);
      await recorded.begin(name);
      await act();
      await settled(page);
      // What the next one prepares is no part of this one.
      await recorded.begin(BETWEEN);
    }
    for (const [name, tasks] of await recorded.end())
      if (name !== BETWEEN) all.set(name, [...(all.get(name) ?? []), ...tasks]);
  }
  return all;
}
