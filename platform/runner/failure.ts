import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../event-store/port.ts';
import { isOutage } from '../postgres/outage.ts';

/** Not this event's fault, and over once something else has changed (a newer program has taken over): wait. */
export class NotYet extends Error {
  override name = 'NotYet';
}

/** Data that Postgres refuses: bad values (22), broken rules (23), more than a page or an index holds (54). */
const refusedData = ['22', '23', '54'];

/** Errors of Node's own libraries that tell of a connection; its others (ERR_INVALID_URL) are about a value. */
const connectionError = /^ERR_(HTTP2|SOCKET|SSL|STREAM|TLS)/;

/**
 * Whether an event may be to blame for an error. Errors of Postgres are only when they are about data; a lost
 * connection, a lock, a full disk, a missing table or an event store that is away never is.
 */
export function mayBePoison(error: unknown): boolean {
  if (error instanceof NotYet || error instanceof StoreUnavailable || isOutage(error)) return false;
  if (!(error instanceof Error)) return true;
  if (!('code' in error) || typeof error.code !== 'string') return true; // a fold that threw
  if (error.code.startsWith('ERR_')) return !connectionError.test(error.code);
  // Five letters or digits are an SQLSTATE; anything else is Node's (ECONNRESET).
  return /^[0-9A-Z]{5}$/.test(error.code) && refusedData.includes(error.code.slice(0, 2));
}

/** How long to wait after that many failures in a row: doubling from 100 ms to 5 s, with jitter. */
export const pauseAfter = (failures: number) => Math.min(100 * 2 ** failures, 5_000) * (0.5 + Math.random());

/** Waits; at most until the signal. */
export async function pause(ms: number, signal: AbortSignal) {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
