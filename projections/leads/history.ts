import type { LeadId } from '@crm/events/ids.ts';
import { decode } from '@crm/events/language/define.ts';
import type { Names } from '@crm/events/language/describe.ts';
import { type LeadEvent, leadEvents } from '@crm/events/leads/events.ts';
import { leadStream } from '@crm/events/streams.ts';
import type { EventStore, RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { Recorded } from '../projection.ts';

const PAGE = 1_000;

/** All events of a lead, from its own stream. */
export async function historyOf(store: EventStore, id: LeadId): Promise<Recorded<LeadEvent>[]> {
  const events: Recorded<LeadEvent>[] = [];
  for (;;) {
    const page = await store.readStream(leadStream(id), { from: events.length, limit: PAGE });
    events.push(...page.map(inNewestVersion));
    if (page.length < PAGE) return events;
  }
}

function inNewestVersion(recorded: RecordedEvent): Recorded<LeadEvent> {
  const decoded = decode(leadEvents, recorded);
  if (decoded.kind !== 'event')
    throw new Error(`This program cannot read ${recorded.type} v${recorded.version}`);
  return { ...recorded, ...decoded.event };
}

/** The names of the offers in the history. By the primary key. */
export async function offerNames(db: Db, tenant: string, events: readonly LeadEvent[]): Promise<Names> {
  const ids = events.flatMap((event) => {
    if (event.type === 'LeadCreated') return event.data.details.product.offerId ?? [];
    if (event.type !== 'LeadEdited') return [];
    const { from, to } = event.data.changes.product?.offerId ?? {};
    return [from, to].flatMap((id) => id ?? []);
  });
  const { rows } = await db.query<{ id: string; name: string }>(
    'select id, name from offers where tenant = $1 and id = any($2)',
    [tenant, [...new Set(ids)]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
