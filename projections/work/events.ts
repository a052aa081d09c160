import type { EventOf } from '@crm/events/language/define.ts';
import { leadEvents } from '@crm/events/leads/events.ts';
import { sessionEvents } from '@crm/events/sessions/events.ts';
import { workerEvents } from '@crm/events/work/events.ts';

const { LeadCreated: _, LeadCommented, LeadStatusChangeRejected: __, ...others } = leadEvents;

/** The events of a lead that may change its lease or promised call. */
export const workLeadEvents = others;
export type WorkLeadEvent = EventOf<typeof workLeadEvents>;

/** The events that the projection reads. Without the creation of leads: ingest writes nothing here. */
export const workEvents = {
  ...workLeadEvents,
  LeadCommented,
  SignedOut: sessionEvents.SignedOut,
  ...workerEvents,
};
export type WorkEvent = EventOf<typeof workEvents>;
