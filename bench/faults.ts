import { runLongForm } from './long-suites.ts';

/** The suites that kill processes and cut connections, by a part of their path. */
export const faultSuites = [
  'e2e/api/batches-stopped',
  'e2e/api/export-killed',
  'e2e/api/eventstoredb.test',
  'e2e/api/kill.test',
  'e2e/api/outage',
  'e2e/api/payments-killed',
  'e2e/api/separate-processes',
  'e2e/api/upload-kill',
  'platform/event-store',
];

/** `npm run bench -- faults [PATH …]`: the fault suites, or others, in their long form. The value is the failed tests. */
export async function faults(paths: readonly string[]) {
  const { failed } = await runLongForm(paths.length > 0 ? paths : faultSuites);
  return { value: failed.length, unit: 'failed tests' };
}
