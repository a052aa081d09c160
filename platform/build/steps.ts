import path from 'node:path';
import { QUICK } from './slow-tests.ts';

export const root = path.resolve(import.meta.dirname, '../..');

/** One step of `npm test` and `npm run test:all`. */
export type Step = {
  name: string;
  /** A program in node_modules/.bin and its arguments. */
  command: readonly [program: string, ...args: string[]];
  /** A vitest run counts its tests; any other step counts as one. */
  counts: 'one' | 'tests';
};

/**
 * A step that takes longer has failed. All tests take 25 to 50 minutes on two cores, and more than 90 beside a second run and
 * other work on a slow virtual machine; a hanging test ends by its own limit long before this one (platform/test/patience.ts).
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
 * Steps that start databases and browsers. They run side by side, after the checks, and keep two cores busy to the end. Of
 * the 1,900 core seconds of all tests, vitest's workers take 610, Chromium 430, Postgres 260, the products and children of
 * tests 350.
 * @param which 'quick' leaves out the slow tests (platform/build/slow-tests.ts)
 */
export function tests(which: 'quick' | 'all'): readonly Step[] {
  const mode = which === 'quick' ? ['--mode', QUICK] : [];
  return [
    run('unit and integration tests', ...mode),
    run('browser tests', '--config', 'e2e/vitest.config.ts', ...mode),
  ];
}
