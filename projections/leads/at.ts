import { getLeadAt, type LeadAt } from '@crm/contracts/leads/history.ts';
import { LeadId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import type { Names } from '@crm/events/language/describe.ts';
import { leadDecider } from '@crm/events/leads/decide.ts';
import { readableValue } from '@crm/events/leads/describe.ts';
import type { LeadDetails } from '@crm/events/leads/details.ts';
import { fieldList, type ListedField } from '@crm/events/leads/fields/list.ts';
import { isRestorable } from '@crm/events/leads/restore-fields.ts';
import { detailsOfLead, type Lead } from '@crm/events/leads/state.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import { query } from '../query.ts';
import { historyOf, offerNames } from './history.ts';
import { visibleTo } from './visible-leads.ts';

/**
 * A lead as it was after one event of its stream, beside its present state. A caller who may not see the lead now does not
 * see its past. By the primary key; the history by the lead's stream.
 */
export const leadAt = query({
  endpoint: getLeadAt,
  policy: everyUser,
  reads: ['leads', 'offers'],
  async run({ params, query: { revision }, caller }, db, { store }) {
    const { rowCount } = await db.query(
      `select from leads l where l.tenant = $1 and l.id = $2 and ($3::uuid is null or l.operator_id = $3)`,
      [caller.tenant, params.id, visibleTo(caller).operator],
    );
    if (!rowCount) return refused('lead-not-found');
    const events = await historyOf(store, LeadId.parse(params.id));
    const last = events[revision];
    if (!last) return refused('no-such-moment');
    const offers = await offerNames(db, store, caller.tenant, events);
    const then = fold(leadDecider, events.slice(0, revision + 1));
    const now = fold(leadDecider, events);
    const details = [detailsOfLead(then), detailsOfLead(now)] as const;
    const isAdmin = caller.role === 'admin';
    const mayRestore = now.phase !== 'erased';
    return {
      kind: 'answer',
      data: {
        revision,
        at: last.at.toISOString(),
        past: stateOf(then),
        present: stateOf(now),
        presentRevision: events.length - 1,
        fields: fieldList.flatMap((field) => fieldAt(field, details, offers, { isAdmin, mayRestore })),
      },
    };
  },
});

function stateOf(now: Lead): LeadAt['past'] {
  const lead = now.phase === 'erased' && !now.isDeleted ? now.was : now;
  if (lead.phase !== 'open') return null;
  return {
    status: lead.status,
    operator: lead.operator?.name ?? null,
    pendingStatus: lead.pending?.to ?? null,
  };
}

function fieldAt(
  field: ListedField,
  [then, now]: readonly [LeadDetails | null, LeadDetails | null],
  offers: Names,
  { isAdmin, mayRestore }: { isAdmin: boolean; mayRestore: boolean },
): LeadAt['fields'] {
  const past = textOf(field, then, offers);
  const present = textOf(field, now, offers);
  if (past === '' && present === '') return [];
  const { name, label } = field;
  const restorable = mayRestore && isRestorable(name) && (isAdmin || name !== 'phone');
  return [{ name, label, past, present, differs: past !== present, restorable }];
}

/** The value of a field as text; empty for an empty field. */
function textOf(field: ListedField, details: LeadDetails | null, offers: Names): string {
  const groups: Record<string, Record<string, unknown>> | null = details;
  const value = groups?.[field.group]?.[field.key] ?? null;
  if (value === null) return '';
  if (field.kind === 'flag') return value === true ? 'Yes' : 'No';
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, one]) => `${key}: ${one}`)
      .join(', ');
  return String(readableValue(field, value, offers));
}
