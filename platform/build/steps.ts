import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** One step of `npm test`. */
export type Step = {
  name: string;
  /** A program in node_modules/.bin and its arguments. */
  command: readonly [program: string, ...args: string[]];
  /** A vitest run counts its tests; any other step counts as one. */
  counts: 'one' | 'tests';
};

/**
 * A step that takes longer has failed. All steps take 13 to 18 minutes on two idle cores, 39 to 55 beside a second run, and more
 * than 90 beside a second run and other work on a slow virtual machine; a hanging test ends by its own limit long before this
 * one (platform/test/patience.ts).
 */
export const STEP_LIMIT_MINUTES = 180;

const look = (name: string, ...command: Step['command']): Step => ({
  name,
  command,
  counts: 'one',
});

const run = (name: string, ...args: string[]): Step => ({
  name,
  command: ['vitest', 'run', ...args],
  counts: 'tests',
});

/** With several threads, each of them compares zod's types again: 40 s of processor time for the servers instead of 20. */
const ONE_THREAD = '--singleThreaded';

/** Steps that only read the sources, and make what tests share. Two steps run at a time, the slowest first. */
export const checks: readonly Step[] = [
  look('types of the console', 'tsc', '-p', 'console', ONE_THREAD),
  look('types of the servers', 'tsc', '-p', '.', ONE_THREAD),
  look('types of the browser tests', 'tsc', '-p', 'e2e', ONE_THREAD),
  look('who may import whom', 'depcruise', '--output-type', 'err-long', '.'),
  look('dead code', 'knip'),
  look('lint and format', 'biome', 'ci', '--error-on-warnings', '--colors=off', '.'),
  look('the console builds', 'tsx', 'platform/build/stale.ts'),
  look('what tests share is made', 'tsx', 'platform/test/prepare.ts'),
];

/**
 * Steps that start databases and browsers. They run side by side, after the checks. Together they keep two cores busy to the
 * end; of 1,900 core seconds, vitest's workers take 610, Chromium 430, Postgres 260, the products and children of tests 350.
 * By suite, e2e/api takes 46 %, the browser tests 34 %, all others 20 %; accessibility.e2e.ts has 5 %, every other file less than 3.
 * Six files of e2e/api that looked for their states every 200 ms instead of every 50 took as long.
 */
export const tests: readonly Step[] = [
  run('unit and integration tests'),
  run('browser tests', '--config', 'e2e/vitest.config.ts'),
];
