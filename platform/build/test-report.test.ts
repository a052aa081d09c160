import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratchFolder } from '../test/scratch.ts';
import { root } from './steps.ts';
import { countTests } from './test-report.ts';

const folder = scratchFolder();
const file = path.join(folder, 'report.json');

const ran = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] };
const named = (title: string, ...ancestorTitles: string[]) => ({
  fullName: [...ancestorTitles, title].join(' '),
  ancestorTitles,
  title,
});
const counted = (report: object, ok: boolean) => {
  writeFileSync(file, JSON.stringify(report));
  return countTests(file, ok);
};

describe('a vitest run counts as', () => {
  test('its tests', async () => {
    expect(await counted(ran, true)).toMatchObject({ passed: 5, failed: 0, skipped: 2 });
    expect(await counted({ ...ran, numFailedTests: 3 }, false)).toMatchObject({
      passed: 5,
      failed: 3,
      skipped: 2,
    });
  });
  test('one failure when it failed without a failed test', async () =>
    expect(await counted(ran, false)).toMatchObject({ passed: 5, failed: 1, skipped: 2 }));
  test('one failure when it wrote no report', async () =>
    expect(await countTests(path.join(folder, 'none.json'), true)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      skips: [],
      files: [],
      failures: [],
    }));
  test('failures with one text per failed test and per file that does not load, and skips with one per suite', async () => {
    const tests = [
      { status: 'passed', ...named('adds'), failureMessages: [] },
      { status: 'failed', ...named('subtracts'), failureMessages: ['expected 1 to be 2\n    at line 3'] },
      { status: 'skipped', ...named('divides', 'with a divider (not installed)') },
      { status: 'skipped', ...named('cuts', 'with a divider (not installed)') },
      { status: 'skipped', ...named('roots (no calculator)') },
    ];
    const times = { startTime: 1_000, endTime: 3_500 };
    const testResults = [
      {
        name: path.join(root, 'a/sum.test.ts'),
        status: 'failed',
        ...times,
        message: '',
        assertionResults: tests,
      },
      {
        name: path.join(root, 'b.test.ts'),
        status: 'failed',
        ...times,
        message: 'no such module',
        assertionResults: [],
      },
      { name: path.join(root, 'c.test.ts'), status: 'passed', ...times, message: '', assertionResults: [] },
      {
        name: path.join(root, 'd.test.ts'),
        status: 'failed',
        ...times,
        message: 'no database',
        assertionResults: [{ status: 'skipped', ...named('reads') }],
      },
    ];
    const report = { ...ran, numFailedTests: 1, numPendingTests: 4, testResults };
    const { failures, files, skips, failed, skipped } = await counted(report, false);
    expect({ failed, skipped }).toEqual({ failed: 3, skipped: 4 });
    expect(failures).toEqual([
      'a/sum.test.ts > subtracts\n    expected 1 to be 2\n        at line 3',
      'b.test.ts\n    no such module',
      'd.test.ts\n    no database',
    ]);
    expect(skips).toEqual([
      '2 of a/sum.test.ts: with a divider (not installed)',
      '1 of a/sum.test.ts: roots (no calculator)',
    ]);
    expect(files[0]).toEqual({ file: 'a/sum.test.ts', seconds: 2.5 });
  });
});
