import type { EventOf } from '@crm/events/language/define.ts';
import { leadEvents } from '@crm/events/leads/events.ts';
import { idOf } from '@crm/events/streams.ts';
import { adminsOf } from '@crm/platform/live/rooms.ts';
import { projection, type Recorded, table } from '../../projection.ts';

/** Events of leads over the limit, and two rare ones of all leads: this read model costs other leads next to nothing. */
const asideEvents = {
  LeadSetAside: leadEvents.LeadSetAside,
  LeadAdmitted: leadEvents.LeadAdmitted,
  LeadDeleted: leadEvents.LeadDeleted,
  LeadErased: leadEvents.LeadErased,
};
type AsideEvent = EventOf<typeof asideEvents>;

/** A lead that waits for a place under the lead limit, without personal data. */
export type AsideRow = {
  id: string;
  tenant: string;
  /** Of its event: the order of arrival. */
  position: string;
  order_id: string;
  product_name: string;
  webmaster: string | null;
  /** The limit that it was over, and the end of the billing period of that limit. */
  max_leads: number;
  period_end: Date;
  set_aside_at: Date;
};

function foldAside(_: AsideRow | null, event: Recorded<AsideEvent>): AsideRow | null {
  switch (event.type) {
    case 'LeadSetAside': {
      const { orderId, details, maxLeads, periodEnd } = event.data;
      return {
        id: idOf(event.stream),
        tenant: event.meta.tenant,
        position: event.position,
        order_id: orderId,
        product_name: details.product.name,
        webmaster: details.source.webmaster,
        max_leads: maxLeads,
        period_end: new Date(periodEnd),
        set_aside_at: event.at,
      };
    }
    case 'LeadAdmitted':
    case 'LeadDeleted':
    case 'LeadErased':
      return null;
    default:
      return event satisfies never;
  }
}

const asideLeads = table<AsideRow, AsideEvent>({
  name: 'aside_leads',
  columns: {
    id: 'uuid not null',
    tenant: 'uuid not null',
    position: 'text collate "C" not null',
    order_id: 'text not null',
    product_name: 'text not null',
    webmaster: 'text',
    max_leads: 'integer not null',
    period_end: 'timestamptz not null',
    set_aside_at: 'timestamptz not null',
  },
  key: ['id'],
  indexes: { aside_leads_order: '(tenant, position)' },
  keyOf: (event) => ({ id: idOf(event.stream) }),
  fold: foldAside,
  hints: (before, after, { stream, meta: { tenant } }) =>
    before === null && after === null
      ? []
      : [{ room: adminsOf(tenant), topic: 'aside-leads', id: idOf(stream) }],
});

/** The leads over the lead limit that wait for a place. */
export const asideLeadsProjection = projection({
  name: 'aside_leads',
  version: 2,
  events: asideEvents,
  tables: [asideLeads],
});
