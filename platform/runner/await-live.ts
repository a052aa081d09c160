import type { Pool } from 'pg';
import { pause } from '../failures/pause.ts';

const LOOK_EVERY_MS = 250;

/**
 * Waits until each of these read models is live, in any version. For processes that read the models but do not build
 * them; projections processes build them. Rejects when the signal aborts.
 *
 * @param waitingFor called with a line for /readyz while a read model is missing
 */
export async function awaitLive(
  pool: Pool,
  names: readonly string[],
  { signal, waitingFor }: { signal: AbortSignal; waitingFor: (reason: string) => void },
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    // While the database is away, the wait continues.
    const missing = await missingReadModels(pool, names).catch(() => names);
    if (missing.length === 0) return;
    waitingFor(`A projections process has to build these read models first: ${missing.join(', ')}`);
    await pause(LOOK_EVERY_MS, signal);
  }
}

/** The read models among these that are not live in any version: their tables may be missing. */
export async function missingReadModels(pool: Pool, names: readonly string[]): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from checkpoints where state = 'live' and name = any($1)`,
    [names],
  );
  return names.filter((name) => !rows.some((row) => row.name === name));
}
