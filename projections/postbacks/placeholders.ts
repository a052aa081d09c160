import { listPlaceholders } from '@crm/contracts/postbacks/postbacks.ts';
import { LeadId } from '@crm/events/ids.ts';
import { decode } from '@crm/events/language/define.ts';
import { type LeadEvent, leadEvents } from '@crm/events/leads/events.ts';
import { type LeadSnapshot, leadSnapshotAfter } from '@crm/events/postbacks/lead.ts';
import { filledBy, placeholders, textOf } from '@crm/events/postbacks/placeholders.ts';
import { firedBy, previousStatusOf } from '@crm/events/postbacks/triggers.ts';
import { type DeliveryPayload, valuesOf } from '@crm/events/postbacks/values.ts';
import { triggerEvents } from '@crm/events/postbacks/vocabulary.ts';
import { leadStream } from '@crm/events/streams.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { admins } from '@crm/platform/http/policy.ts';
import { query } from '../query.ts';

/** Lists all placeholders, with the values for the newest lead, from its stream. Index leads_created. */
export const placeholdersList = query({
  endpoint: listPlaceholders,
  policy: admins,
  reads: ['leads', 'offers'],
  async run({ caller }, db, { store }) {
    const { rows } = await db.query<{ id: string; offer_name: string | null }>(
      `select l.id, o.name as offer_name from leads l left join offers o on o.id = l.offer_id and o.tenant = l.tenant
        where l.tenant = $1 order by l.created_at desc, l.number desc limit 1`,
      [caller.tenant],
    );
    const [last] = rows;
    const payload = last && (await lastPayload(store, LeadId.parse(last.id), last.offer_name));
    const values = payload && valuesOf(payload, {});
    const extras = Object.keys(values ?? {}).filter((name) => name.startsWith('extra.'));
    return {
      kind: 'answer',
      data: {
        orderId: payload?.lead.orderId ?? null,
        placeholders: [...placeholders, ...extras].map((name) => ({
          name,
          value: values ? textOf(filledBy(values, name)) : null,
        })),
      },
    };
  },
});

/** The payload of a lead's last event that can trigger a postback; null if there is none. */
async function lastPayload(
  store: EventStore,
  id: LeadId,
  offerName: string | null,
): Promise<DeliveryPayload | null> {
  let lead: LeadSnapshot | null = null;
  let payload: DeliveryPayload | null = null;
  for (const recorded of await store.readStream(leadStream(id))) {
    const decoded = decode(leadEvents, recorded);
    if (decoded.kind !== 'event') continue;
    const event: LeadEvent = decoded.event;
    lead = leadSnapshotAfter(lead, event, { lead: id, at: recorded.at });
    const fired = firedBy({ triggerEvents: [...triggerEvents], statusConditions: [] }, event);
    if (!fired || !lead) continue;
    const eventTime = recorded.at.toISOString();
    payload = {
      event: fired,
      eventId: recorded.id,
      eventTime,
      previousStatus: previousStatusOf(event),
      lead,
      offerName,
    };
  }
  return payload;
}
