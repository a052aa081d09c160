import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { root } from './steps.ts';

/** A test file and its time from its first test to its last, in seconds. */
export type TimedFile = { file: string; seconds: number };

export type Outcome = {
  passed: number;
  failed: number;
  skipped: number;
  /** What was skipped: one line per suite, whose name says why it did not run here. */
  skips: readonly string[];
  files: readonly TimedFile[];
};

/** The fields of vitest's JSON report that are used here. */
const Report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** @returns the report file of a vitest run and the arguments that select it; deletes the report of an earlier run */
export async function reportTo(name: string): Promise<{ file: string; args: readonly string[] }> {
  const file = path.join(root, '.cache/test-reports', `${name.replaceAll(' ', '-')}.json`);
  await mkdir(path.dirname(file), { recursive: true });
  await rm(file, { force: true });
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`, '--silent=passed-only'];
  return { file, args };
}

/** Maximum printed lines per failure: the message and the start of its stack. */
const FAILURE_LINES = 24;

type FileResult = z.infer<typeof Report>['testResults'][number];

/**
 * Counts tests, with one text per failure. A file that fails outside of its tests (it does not load, or what all of them need
 * fails) counts as one failure, and its tests that did not run as nothing. So does a run that fails without any of these, for
 * example without a report.
 */
export async function countTests(file: string, ok: boolean): Promise<Outcome & { failures: string[] }> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return { passed: 0, failed: 1, skipped: 0, skips: [], files: [], failures: [] };
  const report = Report.parse(JSON.parse(text));
  const broken = report.testResults.filter(isBroken);
  const notRun = broken.flatMap(({ assertionResults }) => assertionResults.filter(isSkipped));
  return {
    passed: report.numPassedTests,
    failed: ok ? 0 : Math.max(1, report.numFailedTests + broken.length),
    skipped: report.numPendingTests + report.numTodoTests - notRun.length,
    skips: report.testResults.filter((result) => !isBroken(result)).flatMap(skipsOf),
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: path.relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
    failures: report.testResults.flatMap(failuresOf),
  };
}

/** Failed outside of its tests. */
const isBroken = ({ status, assertionResults }: FileResult) =>
  status === 'failed' && !assertionResults.some((test) => test.status === 'failed');

const isSkipped = ({ status }: FileResult['assertionResults'][number]) =>
  ['skipped', 'pending', 'todo'].includes(status);

function skipsOf({ name, assertionResults }: FileResult): string[] {
  const suites = new Map<string, number>();
  for (const test of assertionResults.filter(isSkipped)) {
    const suite = test.ancestorTitles[0] ?? test.title;
    suites.set(suite, (suites.get(suite) ?? 0) + 1);
  }
  return [...suites].map(([suite, tests]) => `${tests} of ${path.relative(root, name)}: ${suite}`);
}

function failuresOf(result: FileResult): string[] {
  const file = path.relative(root, result.name);
  if (isBroken(result)) return [textOf(file, result.message)];
  const failed = result.assertionResults.filter((test) => test.status === 'failed');
  return failed.map(({ fullName, failureMessages }) =>
    textOf(`${file} > ${fullName}`, (failureMessages ?? []).join('\n')),
  );
}

const textOf = (title: string, message: string) =>
  [title, ...message.split('\n').slice(0, FAILURE_LINES)].join('\n    ');
