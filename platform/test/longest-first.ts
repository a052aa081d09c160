import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = path.join(import.meta.dirname, '../..');

/**
 * The suites that take longest, by the list that `npm test` prints last. Without durations of an earlier run, vitest
 * starts large files first; some of these are small, and would still run when all others have ended.
 */
const LONGEST = [
  'e2e/accessibility.e2e.ts',
  'e2e/upload.e2e.ts',
  'e2e/dashboards.e2e.ts',
  'e2e/work.e2e.ts',
  'e2e/api/attack.test.ts',
  'e2e/api/batches-stopped.test.ts',
  'e2e/api/rolling.test.ts',
  'workers/leads/upload/file/bad-files.test.ts',
  'platform/event-store/copy/copy.test.ts',
  'e2e/api/eventstoredb.test.ts',
  'e2e/api/eventstoredb-start.test.ts',
  'workers/postbacks/group-ledger.test.ts',
  'e2e/api/moving.test.ts',
  'e2e/api/kill.test.ts',
  'e2e/api/tenant-import-killed.test.ts',
  'e2e/api/upload-kill.test.ts',
  'e2e/api/export-killed.test.ts',
  'platform/event-store/eventstoredb/faults.test.ts',
  'workers/mirror/mirror.test.ts',
  // The longest without the slow tests (platform/build/slow-tests.ts).
  'e2e/tenants.e2e.ts',
  'e2e/reports.e2e.ts',
  'e2e/operator-day.e2e.ts',
  'e2e/admin-day.e2e.ts',
  'e2e/leads-list.e2e.ts',
  'e2e/approvals.e2e.ts',
  'e2e/api/export.test.ts',
  'e2e/api/idempotency.test.ts',
  'e2e/api/erasure.test.ts',
  'e2e/api/setup.test.ts',
  'projections/leads/list.test.ts',
];

/** Starts the longest suites first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.indexOf(path.relative(ROOT, moduleId));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
