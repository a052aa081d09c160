import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** One thing that `npm test` finds out. */
export type Step = {
  name: string;
  /** A program of node_modules/.bin and its arguments. */
  command: readonly [program: string, ...args: string[]];
  /** A vitest run counts as the tests in it; anything else as one. */
  counts: 'one' | 'tests';
};

/** A step that hangs has failed. Far above what a step takes on a busy machine: a whole run takes 6 minutes on two idle cores. */
export const STEP_LIMIT_MINUTES = 30;

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

/** These look at the sources alone; they run two at a time, the slowest first. */
export const checks: readonly Step[] = [
  look('types of the console', 'tsc', '-p', 'console'),
  look('types of the servers', 'tsc', '-p', '.'),
  look('types of the browser tests', 'tsc', '-p', 'e2e'),
  look('who may import whom', 'depcruise', '--output-type', 'err-long', '.'),
  look('dead code', 'knip'),
  look('lint and format', 'biome', 'ci', '--error-on-warnings', '--colors=off', '.'),
  look('the console builds', 'tsx', 'platform/build/stale.ts'),
];

/** These bring up databases and browsers; they run alone, one after the other. */
export const tests: readonly Step[] = [
  run('unit and integration tests'),
  run('browser tests', '--config', 'e2e/vitest.config.ts'),
];
