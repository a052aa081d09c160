import { StoreUnavailable } from '../event-store/port.ts';
import { isOutage } from '../postgres/outage.ts';

/** Not caused by the event itself: wait until something else changes (a newer program takes over). */
export class NotYet extends Error {
  override name = 'NotYet';
}

/** A job, a batch or a call could not do its work now, and can do it when it is tried again. */
export class RetryLater extends Error {
  override name = 'RetryLater';
}

/** SQLSTATE classes of refused data: bad values (22), violated constraints (23), limits of a page or an index (54). */
const refusedData = ['22', '23', '54'];

/** Node errors about a connection; other ERR_ codes (ERR_INVALID_URL) are about a value. */
const connectionError = /^ERR_(HTTP2|SOCKET|SSL|STREAM|TLS)/;

/** Whether the same work may succeed later: Postgres or the event store was unavailable, or the work says so itself. */
export const isUnavailable = (error: unknown) =>
  isOutage(error) || error instanceof StoreUnavailable || error instanceof RetryLater;

/**
 * Whether an event may have caused an error. Postgres errors count only if they are about data; a lost connection, a
 * lock, a full disk, a missing table or an unreachable event store never counts.
 */
export function mayBePoison(error: unknown): boolean {
  if (error instanceof NotYet || isUnavailable(error)) return false;
  if (!(error instanceof Error)) return true;
  if (!('code' in error) || typeof error.code !== 'string') return true; // a fold that threw
  if (error.code.startsWith('ERR_')) return !connectionError.test(error.code);
  // Five letters or digits are an SQLSTATE; other codes are Node's (ECONNRESET).
  return /^[0-9A-Z]{5}$/.test(error.code) && refusedData.includes(error.code.slice(0, 2));
}
