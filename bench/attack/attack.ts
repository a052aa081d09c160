import { parseArgs } from 'node:util';
import type { Figures } from '../figures.ts';
import { fuzz } from './fuzz.ts';
import { isolation } from './isolation.ts';
import { knownCases } from './known-cases.ts';
import { policyMatrix } from './matrix.ts';
import { openReport, printed, type Report } from './report.ts';
import { startTarget } from './start.ts';
import { openWorld, type World } from './world.ts';

type Options = { seed: number; requests: number; oneIn: number };

/** The groups that need only a product in this process, in this order. */
const groups: Record<string, (world: World, report: Report, options: Options) => Promise<void>> = {
  matrix: async (world, report) => {
    await policyMatrix(world, report.group('access matrix'));
    await isolation(world, report.group('foreign ids'), 6);
  },
  'known-cases': (world, report, options) => knownCases(world, report.group('known cases'), options.oneIn),
  fuzz: (world, report, options) => fuzz(world, report.group('fuzzed requests'), options),
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
  const chosen = Object.entries(groups).filter(
    ([name]) => positionals.length === 0 || positionals.includes(name),
  );
  const target = await startTarget();
  try {
    const world = await openWorld(target);
    for (const [name, run] of chosen) {
      const started = performance.now();
      await run(world, report, { seed, requests: Number(values.requests), oneIn: 6 });
      console.info(`${name}: ${Math.round((performance.now() - started) / 1000)} s`);
    }
    await world.close();
  } finally {
    await target.stop();
  }
  console.info(printed(report.tallies(), Number(values.show)));
  return { value: report.failures(), unit: 'failures' };
}
