import { createVitest } from 'vitest/node';

/** The test files that call `shortOrLong` (platform/test/faults.ts), by a part of their path. */
const suites = [
  'e2e/api/export-killed',
  'e2e/api/eventstoredb.test',
  'e2e/api/kill.test',
  'e2e/api/separate-processes',
  'e2e/api/upload-kill',
  'platform/event-store',
];

/**
 * Runs the tests that kill processes and cut connections in their long form, one file after the other: many
 * minutes. Arguments select other files by a part of their path. The value is the number of failed tests.
 */
export async function faults(paths: readonly string[]) {
  const vitest = await createVitest('test', { watch: false, fileParallelism: false });
  for (const project of vitest.projects) project.provide('faults', 'long');
  await vitest.start(paths.length > 0 ? [...paths] : suites);
  const failed = vitest.state.getCountOfFailedTests() + vitest.state.getUnhandledErrors().length;
  await vitest.close();
  return { value: failed, unit: 'failed tests' };
}
