import { postbacks } from '@crm/events/postbacks/aggregate.ts';
import type { RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { decodeEvent } from '@crm/platform/runner/decode-event.ts';
import type { Configuration } from './configurations.ts';
import { lockCircuits, type PostbackOfTenant } from './lock-circuits.ts';

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
 * Closes the circuits of corrected postbacks and ends their pauses. Results of requests that were on their way do not open them
 * again (circuit-effects.ts).
 * @param others postbacks whose circuits the same transaction locks later: all are locked here in one order, so that it
 * cannot deadlock with the transactions of results
 */
export async function closeCircuits(
  db: Db,
  corrected: readonly Configuration[],
  others: readonly PostbackOfTenant[],
): Promise<void> {
  if (corrected.length === 0) return;
  await lockCircuits(db, [...corrected, ...others]);
  await db.query(
    `update postback_lanes l set failures = 0, paused_until = null, corrected = greatest(l.corrected, c.revision)
       from (
         select tenant, postback, max(revision) as revision
           from unnest($1::uuid[], $2::uuid[], $3::int[]) as c (tenant, postback, revision)
          group by tenant, postback
       ) c
      where l.tenant = c.tenant and l.postback = c.postback`,
    [
      corrected.map(({ tenant }) => tenant),
      corrected.map(({ postback }) => postback),
      corrected.map(({ revision }) => revision),
    ],
  );
}
