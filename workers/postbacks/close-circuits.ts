import { postbacks } from '@crm/events/postbacks/aggregate.ts';
import type { RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { decodeEvent } from '@crm/platform/runner/decode-event.ts';
import type { PostbackOfTenant } from './configurations.ts';
import { lockCircuits } from './enqueue.ts';

/**
 * Whether the failures before an event of a postback say nothing about the requests after it: they have another URL or
 * other credentials, or an admin switched the postback on again.
 */
export function isCorrection(event: RecordedEvent): boolean {
  const { type, data } = decodeEvent(postbacks.types, event);
  switch (type) {
    case 'PostbackEnabled':
      return true;
    case 'PostbackEdited':
      // Of a new password, token or key, the event has the name only.
      return 'url' in data.changes || 'authentication' in data.changes || data.secrets.length > 0;
    default:
      return false;
  }
}

/**
 * Closes the circuits of corrected postbacks and ends their pauses.
 * @param others postbacks whose circuits the same transaction locks later: all are locked here in one order, so that it
 * cannot deadlock with the transactions of results
 */
export async function closeCircuits(
  db: Db,
  corrected: readonly PostbackOfTenant[],
  others: readonly PostbackOfTenant[],
): Promise<void> {
  if (corrected.length === 0) return;
  await lockCircuits(db, [...corrected, ...others]);
  await db.query(
    `update postback_lanes set failures = 0, paused_until = null
      where tenant = any($1::uuid[]) and postback = any($2::uuid[])`,
    [corrected.map(({ tenant }) => tenant), corrected.map(({ postback }) => postback)],
  );
}
