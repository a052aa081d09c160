import { createVitest } from 'vitest/node';

/** The tests of some suites: how many ran, and a text for each failure. */
export type SuiteOutcome = { tried: number; failed: { what: string; why: string }[] };

/** Time limit of a test in its long form, which has ten times as many kills. */
const LONG_MS = 60 * 60_000;

/**
 * Runs test files in their long form (platform/test/faults.ts), one file after the other: many minutes.
 *
 * @param paths parts of the files' paths
 */
export async function runLongForm(paths: readonly string[]): Promise<SuiteOutcome> {
  const vitest = await createVitest('test', { watch: false, fileParallelism: false, testTimeout: LONG_MS });
  for (const project of vitest.projects) project.provide('faults', 'long');
  const { testModules, unhandledErrors } = await vitest.start([...paths]);
  const outcome: SuiteOutcome = { tried: 0, failed: [] };
  const fail = (what: string, errors: readonly unknown[]) =>
    outcome.failed.push({
      what,
      why: errors.map((error) => (error instanceof Error ? error.message : JSON.stringify(error))).join('; '),
    });
  for (const module of testModules) {
    const file = module.relativeModuleId;
    if (module.errors().length > 0) fail(file, module.errors());
    for (const test of module.children.allTests()) {
      const result = test.result();
      if (result.state === 'skipped') continue;
      outcome.tried += 1;
      if (result.state === 'failed') fail(`${file} > ${test.fullName}`, result.errors);
    }
  }
  if (unhandledErrors.length > 0) fail('outside of the tests', unhandledErrors);
  await vitest.close();
  return outcome;
}
