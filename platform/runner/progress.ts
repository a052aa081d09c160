import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Position, START } from '../event-store/port.ts';

/** How far the projections have come, as this process knows it, and waiting for it (read-your-writes). */
export type Progress = {
  /** Told by the leader in this process after each batch. */
  moved(name: string, position: Position): void;
  /** From now on (or no longer) this process hears of each move itself and need not ask the database. */
  led(name: string, here: boolean): void;
  /**
   * Waits until all of these have taken in everything up to a position: 'fresh', or 'stale' when the time is up.
   * At once within the leader's process; elsewhere by asking the checkpoints every few milliseconds.
   */
  waitFor(
    names: readonly string[],
    position: Position,
    options: { timeoutMs: number },
  ): Promise<'fresh' | 'stale'>;
};

const POLL_MS = 10;

/** One for a process; the pool is used only for projections that another process leads. */
export function createProgress(pool: Pool): Progress {
  const positions = new Map<string, Position>();
  const ledHere = new Set<string>();
  const waiting = new Set<{ names: readonly string[]; position: Position; done: () => void }>();
  let polling = false;

  const reached = (names: readonly string[], position: Position) =>
    names.every((name) => (positions.get(name) ?? START) >= position);

  function moved(name: string, position: Position) {
    positions.set(name, position);
    for (const waiter of waiting) if (reached(waiter.names, waiter.position)) waiter.done();
  }

  /** One loop for all who wait, and only while somebody waits. */
  async function poll() {
    if (polling) return;
    polling = true;
    while ([...waiting].some(({ names }) => names.some((name) => !ledHere.has(name)))) {
      // While the database is away nothing moves: those who wait end as stale.
      const { rows } = await pool
        .query<{ name: string; position: Position }>(
          `select name, position from checkpoints where state = 'live'`,
        )
        .catch(() => ({ rows: [] }));
      for (const { name, position } of rows) if (!ledHere.has(name)) moved(name, position);
      await sleep(POLL_MS);
    }
    polling = false;
  }

  return {
    moved,
    led(name, here) {
      if (here) ledHere.add(name);
      else ledHere.delete(name);
      void poll(); // for those who wait already
    },
    async waitFor(names, position, { timeoutMs }) {
      if (reached(names, position)) return 'fresh';
      return new Promise((resolve) => {
        const end = (outcome: 'fresh' | 'stale') => {
          clearTimeout(timer);
          waiting.delete(waiter);
          resolve(outcome);
        };
        const waiter = { names, position, done: () => end('fresh') };
        const timer = setTimeout(() => end('stale'), timeoutMs);
        waiting.add(waiter);
        void poll();
      });
    },
  };
}
