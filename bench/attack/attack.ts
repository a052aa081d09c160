import { parseArgs } from 'node:util';
import { faultSuites } from '../faults.ts';
import type { Figures } from '../figures.ts';
import { runLongForm } from '../long-suites.ts';
import { fuzz } from './fuzz.ts';
import { isolation } from './isolation.ts';
import { knownCases } from './known-cases.ts';
import { policyMatrix } from './matrix.ts';
import { type Count, openReport, printed, type Report } from './report.ts';
import { startTarget } from './start.ts';
import { openWorld, type World } from './world.ts';

type Options = { seed: number; requests: number; oneIn: number };

/** The groups that need only a product in this process, in this order. */
const groups: Record<string, (world: World, report: Report, options: Options) => Promise<void>> = {
  matrix: async (world, report) => {
    await policyMatrix(world, report.group('access matrix'));
    await isolation(world, report.group('foreign ids'), { shapes: 6, otherKindOneIn: 1 });
  },
  'known-cases': (world, report, { oneIn }) =>
    knownCases(world, report.group('known cases'), { oneIn, shareOf: 1 }),
  fuzz: (world, report, options) => fuzz(world, report.group('fuzzed requests'), options),
};

/** The groups that need several processes, restarts or files: test suites in their long form. */
const suites: Record<string, readonly string[]> = {
  'hostile files': ['workers/leads/upload/file', 'e2e/api/upload-files', 'e2e/api/any-text'],
  races: ['e2e/api/account-races', 'e2e/api/races', 'e2e/api/idempotency', 'e2e/api/two-processes'],
  faults: faultSuites,
};

/**
 * `npm run bench -- attack [GROUP …] [--seed N] [--requests N] [--show N]`: attacks a product that it starts
 * itself, with all methods of this folder. The value is the number of failed cases.
 */
export async function attack(args: readonly string[]): Promise<Figures> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      requests: { type: 'string', default: '60000' },
      show: { type: 'string', default: '5' },
    },
  });
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  console.info(`Seed ${seed}: repeat this run with --seed ${seed}`);
  const report = openReport();
  const isChosen = ([name]: [string, unknown]) => positionals.length === 0 || positionals.includes(name);
  const options = { seed, requests: Number(values.requests), oneIn: 6 };
  await attackTarget(Object.entries(groups).filter(isChosen), report, options);
  for (const [name, paths] of Object.entries(suites).filter(isChosen))
    await timed(name, () => runSuites(paths, report.group(name)));
  console.info(printed(report.tallies(), Number(values.show)));
  return { value: report.failures(), unit: 'failures' };
}

async function attackTarget(
  chosen: readonly [string, (typeof groups)[string]][],
  report: Report,
  options: Options,
): Promise<void> {
  if (chosen.length === 0) return;
  const target = await startTarget();
  try {
    const world = await openWorld(target);
    for (const [name, run] of chosen) await timed(name, () => run(world, report, options));
    await world.close();
  } finally {
    await target.stop();
  }
}

async function runSuites(paths: readonly string[], count: Count): Promise<void> {
  const { tried, failed } = await runLongForm(paths);
  for (let n = failed.length; n < tried; n += 1) count.held();
  for (const each of failed) count.failed({ ...each, how: '', answer: '' });
}

async function timed(name: string, run: () => Promise<void>): Promise<void> {
  const started = performance.now();
  await run();
  console.info(`${name}: ${Math.round((performance.now() - started) / 1000)} s`);
}
