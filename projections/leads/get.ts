import { getLead } from '@crm/contracts/leads/read.ts';
import { LeadId } from '@crm/events/ids.ts';
import { decode } from '@crm/events/language/define.ts';
import { type LeadEvent, leadEvents } from '@crm/events/leads/events.ts';
import { leadStream } from '@crm/events/streams.ts';
import type { EventStore, RecordedEvent } from '@crm/platform/event-store/port.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { Recorded } from '../projection.ts';
import { query } from '../query.ts';
import { allComments } from './comments.ts';
import type { OfferNames } from './edits.ts';
import { leadOf, type NamedLeadRow, namedLead, namesOfLead } from './lead.ts';
import { reachOf } from './reach.ts';
import { statusHistoryOf, timelineOf } from './timeline.ts';

/**
 * Reads one lead with comments and history. Refuses another tenant's lead, and a lead that the caller may not see, with
 * 'lead-not-found'. By the primary key; the history from the lead's stream.
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
        lead: leadOf(row, comments),
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
    events.push(...page.map(inTodaysLanguage));
    if (page.length < PAGE) return events;
  }
}

function inTodaysLanguage(recorded: RecordedEvent): Recorded<LeadEvent> {
  const decoded = decode(leadEvents, recorded);
  if (decoded.kind !== 'event')
    throw new Error(`${recorded.type} v${recorded.version} is not in this program's language`);
  return { ...recorded, ...decoded.event };
}

/** The names of the offers in the lead's history. By the primary key. */
async function offerNames(db: Db, tenant: string, events: readonly LeadEvent[]): Promise<OfferNames> {
  const products = events.flatMap((event) => {
    if (event.type === 'LeadCreated') return event.data.details.product;
    return event.type === 'LeadEdited' ? (event.data.changes.product ?? []) : [];
  });
  const ids = new Set(products.flatMap(({ offerId }) => offerId ?? []));
  const { rows } = await db.query<{ id: string; name: string }>(
    'select id, name from offers where tenant = $1 and id = any($2)',
    [tenant, [...ids]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
