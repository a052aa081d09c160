import type { EventOf } from '@crm/events/language/define.ts';
import { SUPER_ADMINS } from '@crm/platform/live/rooms.ts';
import { DAY_MS } from '../durations.ts';
import { projection, type Recorded, table } from '../projection.ts';
import { leadUsage, usageEvents } from './lead-usage.ts';

type Consumed = EventOf<typeof usageEvents>;

/** `day`: the UTC day on which the leads came in; `leads`: deleted ones included. */
type LeadDayRow = { tenant: string; day: Date; leads: number };

const dayOf = ({ at }: Recorded<Consumed>) => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);

/** One row per organisation and day, so that the super admin's figures read no lead. */
const leadDays = table<LeadDayRow, Consumed>({
  name: 'tenant_lead_days',
  columns: { tenant: 'uuid not null', day: 'timestamptz not null', leads: 'integer not null' },
  key: ['tenant', 'day'],
  indexes: { tenant_lead_days_day: '(day)' },
  keyOf: (event) => (event.type === 'LeadCreated' ? { tenant: event.meta.tenant, day: dayOf(event) } : null),
  fold: (row, event) => ({ tenant: event.meta.tenant, day: dayOf(event), leads: (row?.leads ?? 0) + 1 }),
  storage: 'fillfactor = 50',
  hints: (before, after, { meta: { tenant } }) =>
    // A new day of an organisation; further leads are read with the page's own pace.
    before === null && after !== null ? [{ room: SUPER_ADMINS, topic: 'tenants', id: tenant }] : [],
});

/**
 * Leads as they came in: by organisation and day, and of the billing period. A projection of its own: a rebuild of the
 * leads does not stop these figures.
 */
export const leadDaysProjection = projection({
  name: 'tenant-lead-days',
  version: 4,
  events: usageEvents,
  readsMostEvents: true,
  tables: [leadDays, leadUsage],
});
