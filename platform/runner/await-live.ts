import type { Pool } from 'pg';
import { pause } from './failure.ts';

const LOOK_EVERY_MS = 250;

/**
 * Waits until each of these read models is live, in whatever version: for processes that read them and are not the
 * ones that build them. Read models are built by projections processes. Rejects when the signal aborts.
 *
 * @param waitingFor called with one line for /readyz as long as one is missing
 */
export async function awaitLive(
  pool: Pool,
  names: readonly string[],
  { signal, waitingFor }: { signal: AbortSignal; waitingFor: (reason: string) => void },
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    // While the database is away nothing is found: the wait goes on.
    const { rows } = await pool
      .query<{ name: string }>(`select name from checkpoints where state = 'live' and name = any($1)`, [
        names,
      ])
      .catch(() => ({ rows: [] }));
    const missing = names.filter((name) => !rows.some((row) => row.name === name));
    if (missing.length === 0) return;
    waitingFor(`A projections process has to build these read models first: ${missing.join(', ')}`);
    await pause(LOOK_EVERY_MS, signal);
  }
}
