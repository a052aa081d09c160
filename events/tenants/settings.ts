import { z } from 'zod';
import { Currency } from '../language/currency.ts';
import { TimeZone } from '../language/time-zone.ts';

const hours = 'Must be a whole number from 1 to 720';

const trueOrFalse = z.boolean({ error: 'Must be true or false' });

/**
 * The settings of a tenant that are single values: one line here, one in `plainDefaults` and one in `plainFields`
 * (describe.ts) declare one. Command, event, read model and call follow.
 */
export const PlainSettings = z.object({
  /** The currency that new leads and offers start with; null: the currency of the newest offer. */
  currency: Currency.nullable(),
  /** Days of dashboards and reports begin and end in it. */
  timeZone: TimeZone,
  /** An open lead is overdue when this many hours have passed since its last event. */
  overdueHours: z.int({ error: hours }).min(1, { error: hours }).max(720, { error: hours }),
  /** Whether operators may take unassigned leads from the work queue. */
  takingAllowed: trueOrFalse,
  /** Whether partners' leads need an API key of the tenant. */
  apiKeyRequired: trueOrFalse,
  /** Whether a partner's lead over the limit of the plan waits for a place, or is refused. */
  leadsOverLimit: z.enum(['keep', 'refuse'], { error: 'Must be keep or refuse' }),
});
export type PlainSettings = z.infer<typeof PlainSettings>;

/** The settings of a new tenant. */
export const plainDefaults: PlainSettings = {
  currency: null,
  timeZone: 'UTC',
  overdueHours: 24,
  takingAllowed: false,
  apiKeyRequired: false,
  leadsOverLimit: 'keep',
};
