import { getLead } from '@crm/contracts/leads/read.ts';
import { LeadId } from '@crm/events/ids.ts';
import { decode } from '@crm/events/language/define.ts';
import type { Names } from '@crm/events/language/describe.ts';
import { type LeadEvent, leadEvents } from '@crm/events/leads/events.ts';
import { leadStream } from '@crm/events/streams.ts';
import type { EventStore, RecordedEvent } from '@crm/platform/event-store/port.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { Recorded } from '../projection.ts';
import { query } from '../query.ts';
import { allComments } from './comments.ts';
import { leadOf, type NamedLeadRow, namedLead, namesOfLead } from './lead.ts';
import { reachOf } from './reach.ts';
import { statusHistoryOf, timelineOf } from './timeline.ts';

/**
 * One lead with its comments and its whole history. A lead of another tenant, and one of another operator where the
 * caller may not see it, is not found. By the primary key; the history by the lead's stream.
 */
export const leadDetail = query({
  endpoint: getLead,
  policy: everyUser,
  reads: ['leads', 'users', 'offers'],
  async run({ params, caller }, db, store) {
    const { rows } = await db.query<NamedLeadRow>(
      `select ${namedLead}
         from leads l ${namesOfLead}
        where l.tenant = $1 and l.id = $2 and ($3::uuid is null or l.operator_id = $3)`,
      [caller.tenant, params.id, reachOf(caller).operator],
    );
    const [row] = rows;
    if (!row) return refused('lead-not-found');
    const comments = await allComments(db, caller.tenant, row.id);
    const events = await historyOf(store, LeadId.parse(row.id));
    return {
      kind: 'answer',
      data: {
        lead: { ...leadOf(row, comments), referer: row.referer },
        comments,
        statusHistory: statusHistoryOf(events),
        timeline: timelineOf(events, await offerNames(db, caller.tenant, events)),
      },
    };
  },
});

const PAGE = 1_000;

async function historyOf(store: EventStore, id: LeadId): Promise<Recorded<LeadEvent>[]> {
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
async function offerNames(db: Db, tenant: string, events: readonly LeadEvent[]): Promise<Names> {
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
