import type { Figures } from './figures.ts';
import { runLongForm } from './long-suites.ts';

/**
 * `npm run bench -- rolling`: a cluster with two processes of each kind, upgraded one after the other under 300 leads/s.
 * Prints the ledger; the value is the failed tests.
 */
export async function rolling(): Promise<Figures> {
  const { failed } = await runLongForm(['e2e/api/rolling.test']);
  return { value: failed.length, unit: 'failed tests' };
}
