import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { root } from './steps.ts';

export type Outcome = { passed: number; failed: number; skipped: number };

/** What we read of vitest's JSON report. */
const Report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
});

/** Where a vitest run is to put its report, and the arguments that tell it so. The report of an earlier run goes. */
export async function reportTo(name: string): Promise<{ file: string; args: readonly string[] }> {
  const file = path.join(root, '.cache/test-reports', `${name.replaceAll(' ', '-')}.json`);
  await mkdir(path.dirname(file), { recursive: true });
  await rm(file, { force: true });
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`, '--silent=passed-only'];
  return { file, args };
}

/**
 * Counts what ran. A run can fail without a failed test (a file that does not load, an error outside of any test,
 * no report at all): that counts as one.
 */
export async function countTests(file: string, ok: boolean): Promise<Outcome> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return { passed: 0, failed: 1, skipped: 0 };
  const report = Report.parse(JSON.parse(text));
  return {
    passed: report.numPassedTests,
    failed: ok ? 0 : Math.max(1, report.numFailedTests),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
