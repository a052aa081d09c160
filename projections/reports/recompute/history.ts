import { LeadId } from '@crm/events/ids.ts';
import { createdAt, type LeadEvent, leadEvents } from '@crm/events/leads/events.ts';
import { idOf, leadStream } from '@crm/events/streams.ts';
import { type EventStore, type Position, type RecordedEvent, START } from '@crm/platform/event-store/port.ts';
import { decodeEvent } from '@crm/platform/runner/decode-event.ts';
import type { DecodedBlock } from '../../block-cache.ts';
import { BLOCK } from '../../block-column.ts';
import { type LeadValues, leadBlockOf, leadValues, quarterHourOf } from '../../leads/column-blocks.ts';
import { foldLead } from '../../leads/fold.ts';
import type { LeadRow } from '../../leads/row.ts';
import type { CountRequest } from '../count.ts';
import { asRecorded, namingTypes, openNames } from './names.ts';

/** Events per read of the whole store, and streams of leads that are read at the same time. */
const PAGE = 1_000;
const READ_AT_ONCE = 16;

const additions = { LeadCreated: leadEvents.LeadCreated, LeadRestored: leadEvents.LeadRestored };
const types = [...Object.keys(additions), ...namingTypes];

type Past = { store: EventStore; tenant: string; position: Position };

/**
 * The leads, offers and operators of a tenant at a past position, from the events up to it. The event store has no
 * index by tenant: this reads the creations and restorations of leads of all tenants, and the whole stream of each lead
 * of the tenant that was created in the report's period. Memory does not depend on the number of leads: at most a page
 * of events, the streams of 16 leads and a block of 256 leads, besides the names of offers and operators.
 * @param read called after each page with the number of events that were read for it; throws to stop
 */
export function openHistory({ store, tenant, position }: Past, read: (events: number) => Promise<void>) {
  const { add, names } = openNames();

  /** The blocks of leads in the order of their numbers, as lead_columns had them. */
  async function* blocks(request: CountRequest): AsyncGenerator<readonly DecodedBlock[]> {
    let block = 0;
    let leads: LeadValues[] = [];
    for (let after: Position = START; after < position; ) {
      const page = await store.readAll({ after, limit: PAGE, types });
      const own = page.events.filter(({ meta, position: at }) => meta.tenant === tenant && at <= position);
      let events = page.events.length;
      for (const recorded of own) add(recorded);
      const added = own.filter((recorded) => mayCount(recorded, request));
      for (let n = 0; n < added.length; n += READ_AT_ONCE) {
        const some = added.slice(n, n + READ_AT_ONCE);
        const found = await Promise.all(
          some.map((recorded) => leadAddedBy(recorded, { store, tenant, position })),
        );
        for (const { values, events: ofLead } of found) {
          events += ofLead;
          if (values) leads.push(values);
          if (leads.length < BLOCK) continue;
          yield [leadBlockOf(leads, block)];
          block += 1;
          leads = [];
        }
      }
      await read(events);
      // The end of the store; cannot be before the position, which has an event.
      if (page.upTo === after) break;
      after = page.upTo;
    }
    if (leads.length > 0) yield [leadBlockOf(leads, block)];
  }

  return { blocks, names };
}

/** The creation time of the lead that an event adds; null if it adds none. A restored lead is added again. */
function addedAt(recorded: RecordedEvent, event: LeadEvent): Date | null {
  if (event.type === 'LeadCreated') return createdAt(asRecorded(recorded, event));
  const again = event.type === 'LeadRestored' ? event.data.deleted : null;
  return again && new Date(again.createdAt);
}

/** Whether the event adds a lead whose creation can be in the report. The time of the decision is known later. */
function mayCount(recorded: RecordedEvent, { time, period }: CountRequest): boolean {
  if (!Object.hasOwn(additions, recorded.type)) return false;
  const created = addedAt(recorded, decodeEvent(additions, recorded));
  if (created === null || time === 'decided_at') return created !== null;
  const at = quarterHourOf(created.getTime());
  return at >= period.previous.from && at < period.before;
}

/** Folds the lead as the read model does; null values if it was deleted, or added again by a later event. */
async function leadAddedBy(
  addition: RecordedEvent,
  { store, position }: Past,
): Promise<{ values: LeadValues | null; events: number }> {
  const stream = await store.readStream(leadStream(LeadId.parse(idOf(addition.stream))));
  let row: LeadRow | null = null;
  let isAddedLater = false;
  for (const recorded of stream) {
    if (recorded.position > position) break;
    const event = decodeEvent(leadEvents, recorded);
    if (recorded.position > addition.position && addedAt(recorded, event)) isAddedLater = true;
    // The number itself is in no report, only the order of numbers, which is that of additions.
    row = foldLead(row, { ...asRecorded(recorded, event), number: 0 });
  }
  return { values: row && !isAddedLater ? leadValues(row) : null, events: stream.length };
}
