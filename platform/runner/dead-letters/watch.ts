import type { Pool } from 'pg';
import { Gauge } from 'prom-client';
import { pause } from '../../failures/pause.ts';
import type { ReadinessRegistry } from '../../health/readiness.ts';
import { countDeadLetters, type DeadLetterCount } from './list.ts';

/** Time between two counts; a count is one small query. */
const EVERY_MS = 2_000;

/** For /metrics: failed and held events of each projection and reaction. */
export const deadLetterGauge = () =>
  new Gauge({
    name: 'dead_letters',
    help: 'Events that a projection or a reaction could not apply, and later ones that are held behind them',
    labelNames: ['consumer', 'state'],
    registers: [],
  });

/**
 * Counts dead letters until the signal aborts: a projection or reaction with dead letters is 'degraded' at /readyz, and
 * ready again when they are gone. While the database is away, the last count remains.
 */
export async function watchDeadLetters(
  pool: Pool,
  readiness: Pick<ReadinessRegistry, 'report'>,
  gauge: ReturnType<typeof deadLetterGauge>,
  signal: AbortSignal,
): Promise<void> {
  let degraded = new Set<string>();
  while (!signal.aborted) {
    const counts = await countDeadLetters(pool).catch(() => null);
    if (counts && !signal.aborted) {
      gauge.reset();
      for (const { name, failed, held } of counts) {
        gauge.set({ consumer: name, state: 'failed' }, failed);
        gauge.set({ consumer: name, state: 'held' }, held);
        readiness.report(name, { kind: 'degraded', reason: reasonOf({ name, failed, held }) });
        degraded.delete(name);
      }
      for (const name of degraded) readiness.report(name, { kind: 'ok' });
      degraded = new Set(counts.map(({ name }) => name));
    }
    await pause(EVERY_MS, signal);
  }
}

function reasonOf({ failed, held }: DeadLetterCount): string {
  const later = `${held} later ${held === 1 ? 'one is' : 'ones are'} held behind ${failed === 1 ? 'it' : 'them'}`;
  return (
    `${failed} ${failed === 1 ? 'event' : 'events'} could not be applied` +
    `${held === 0 ? '' : `, ${later}`} (npm run dead-letters)`
  );
}
