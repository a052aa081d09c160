import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../event-store/port.ts';
import { isOutage } from '../postgres/outage.ts';

/** Not this event's fault, and over once something else has changed (a newer program has taken over): wait. */
export class NotYet extends Error {
  override name = 'NotYet';
}

/** Data that Postgres refuses: bad values (22), broken rules (23), more than a page or an index holds (54). */
const refusedData = ['22', '23', '54'];

/**
 * Whether an event may be to blame for an error. What comes from Postgres is only when it is about data; a lost
 * connection, a lock, a full disk, a missing table or a store that is away never is.
 */
export function mayBePoison(error: unknown): boolean {
  if (error instanceof NotYet || error instanceof StoreUnavailable || isOutage(error)) return false;
  if (!(error instanceof Error)) return true;
  if (!('code' in error) || typeof error.code !== 'string') return true; // a fold that threw
  // Five letters or digits are an SQLSTATE; anything else is Node's (ECONNRESET).
  return /^[0-9A-Z]{5}$/.test(error.code) && refusedData.includes(error.code.slice(0, 2));
}

/** An error as one line for a log or a dead letter. */
export const textOf = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** How long to wait after that many failures in a row: doubling from 100 ms to 5 s, with jitter. */
export const pauseAfter = (failures: number) => Math.min(100 * 2 ** failures, 5_000) * (0.5 + Math.random());

/** Waits; at most until the signal. */
export async function pause(ms: number, signal: AbortSignal) {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
