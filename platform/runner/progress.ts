import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type EventStore, type Position, START } from '../event-store/port.ts';

/** The positions of projections as this process knows them, and waiting for a position (read-your-writes). */
export type Progress = {
  /** Called by the leader in this process after each batch. */
  moved(name: string, position: Position): void;
  /** Sets whether this process leads the projection: `moved` then reports each position, and polling is not needed. */
  setLedHere(name: string, isLedHere: boolean): void;
  /**
   * Forgets the positions of all projections that other processes lead. Call when Postgres may have been away: batches do
   * not wait for the disk, so a crash may have undone the last ones.
   */
  forgetOthers(): void;
  /**
   * Waits until all named projections have reached a position: 'fresh', or 'stale' after the timeout. Immediate in the
   * leader's process; other processes poll the checkpoints every 10 ms.
   */
  waitFor(
    names: readonly string[],
    position: Position,
    options: { timeoutMs: number },
  ): Promise<'fresh' | 'stale'>;
};

const POLL_MS = 10;

/** Use one per process. The pool is used only for projections that another process leads. */
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

  function forgetOthers() {
    for (const name of positions.keys()) if (!ledHere.has(name)) positions.delete(name);
  }

  /** One loop for all waiting calls; it ends when none waits. */
  async function poll() {
    if (polling) return;
    polling = true;
    while ([...waiting].some(({ names }) => names.some((name) => !ledHere.has(name)))) {
      // While the database is away, waiting calls end as stale. After a crash, its positions may be lower.
      const { rows } = await pool
        .query<{ name: string; position: Position }>(
          `select name, position from checkpoints where state = 'live'`,
        )
        .catch(() => {
          forgetOthers();
          return { rows: [] };
        });
      for (const { name, position } of rows) if (!ledHere.has(name)) moved(name, position);
      await sleep(POLL_MS);
    }
    polling = false;
  }

  return {
    moved,
    forgetOthers,
    setLedHere(name, isLedHere) {
      if (isLedHere) {
        ledHere.add(name);
      } else {
        ledHere.delete(name);
        positions.delete(name); // a crash of Postgres, which ends the leadership, may have undone the last batches
      }
      void poll(); // for calls that already wait
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

/** 'other-history': the position is from before a move or a restore. The read models show all events up to the head. */
export type WaitForGiven = (
  ...wait: Parameters<Progress['waitFor']>
) => Promise<'fresh' | 'stale' | 'other-history'>;

/** A wait that is longer compares its position with the head, which costs a query. */
const SOON_MS = 100;

/**
 * `waitFor` for positions that clients and jobs keep: they may be older than a move of the store or a restore. A position
 * beyond the head is one of those. It will never be reached, so the wait is for the head instead.
 */
export function waitForGiven(
  { waitFor }: Pick<Progress, 'waitFor'>,
  store: Pick<EventStore, 'head'>,
): WaitForGiven {
  return async (names, position, { timeoutMs }) => {
    const until = performance.now() + timeoutMs;
    const leftMs = () => Math.max(0, until - performance.now());
    const soon = await waitFor(names, position, { timeoutMs: Math.min(SOON_MS, timeoutMs) });
    if (soon === 'fresh') return 'fresh';
    // While the store does not answer, the position counts as one of this history.
    const unknown = sleep(leftMs(), position, { ref: false });
    const head = await Promise.race([store.head(), unknown]).catch(() => position);
    const isReachable = position <= head;
    const seen = await waitFor(names, isReachable ? position : head, { timeoutMs: leftMs() });
    return seen === 'fresh' && !isReachable ? 'other-history' : seen;
  };
}

/** How long one wait lasts before the signal is looked at. */
const LOOK_MS = 1_000;

/** Waits without a limit until the named consumers have reached a position. Throws when the signal aborts. */
export async function untilReached(
  { waitFor }: Pick<Progress, 'waitFor'>,
  names: readonly string[],
  position: Position,
  signal: AbortSignal,
): Promise<void> {
  while ((await waitFor(names, position, { timeoutMs: LOOK_MS })) === 'stale') signal.throwIfAborted();
}
