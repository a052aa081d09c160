import { restoreLeadFields } from '@crm/contracts/leads/history.ts';
import { LeadId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import type { LeadCommand } from '@crm/events/leads/command.ts';
import { detailsOfLead } from '@crm/events/leads/state.ts';
import { leadStream } from '@crm/events/streams.ts';
import { load } from '@crm/platform/commands/load.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { leadCommand } from '../handle/aggregate-commands.ts';
import { changeableBy } from './changeable-by.ts';

/** Restores fields of a lead from a moment of its history, by the rules of an edit. */
export const restoreFields = leadCommand({
  endpoint: restoreLeadFields,
  policy: everyUser,
  fieldOf: { 'no-such-moment': 'from', 'total-differs': 'fields', 'phone-locked': 'fields' },
  plan: async ({ params, body, caller }, { store }) => {
    const stream = leadStream(LeadId.parse(params.id));
    return {
      stream,
      seenRevision: body.revision,
      command: {
        type: 'RestoreLeadFields',
        reach: changeableBy(caller),
        mayChangePhone: caller.role === 'admin',
        fields: body.fields,
        past: await pastOf(store, stream, body.from),
      },
    };
  },
  answer: () => ({ message: 'Lead restored successfully', data: {} }),
});

type Past = Extract<LeadCommand, { type: 'RestoreLeadFields' }>['past'];

/** The lead after the event of a revision. Its tenant is checked with the command, which reads the same stream. */
async function pastOf(store: EventStore, stream: string, revision: number): Promise<Past> {
  const { events, recorded } = await load(store, leads.types, stream);
  const last = recorded[revision];
  const details = detailsOfLead(fold(leads.decider, events.slice(0, revision + 1)));
  if (!last || !details) return null;
  return { moment: { revision, at: last.at.toISOString() }, details };
}
