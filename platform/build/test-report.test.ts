import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { countTests } from './test-report.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'test-report-'));
const file = path.join(folder, 'report.json');
afterAll(() => rmSync(folder, { recursive: true }));

const ran = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 };
const counted = (report: object, ok: boolean) => {
  writeFileSync(file, JSON.stringify(report));
  return countTests(file, ok);
};

describe('what a run of vitest counts as', () => {
  test('its tests', async () => {
    expect(await counted(ran, true)).toEqual({ passed: 5, failed: 0, skipped: 2 });
    expect(await counted({ ...ran, numFailedTests: 3 }, false)).toEqual({ passed: 5, failed: 3, skipped: 2 });
  });
  test('one failure, when it failed without a failed test', async () =>
    expect(await counted(ran, false)).toEqual({ passed: 5, failed: 1, skipped: 2 }));
  test('one failure, when it left no report', async () =>
    expect(await countTests(path.join(folder, 'none.json'), true)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
    }));
});
