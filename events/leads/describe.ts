import { type Change, change, type Descriptions, describeBy, type Names } from '../language/describe.ts';
import { fromMinor } from '../language/money.ts';
import { utcMinute } from '../language/utc-minute.ts';
import { blankDetails } from './details.ts';
import { editsOf, type LeadEdits } from './edits.ts';
import type { LeadEvent, ReleaseReason } from './events.ts';
import { isAmount } from './fields/kinds.ts';
import { fieldList, type ListedField } from './fields/list.ts';

const releaseTexts: Record<ReleaseReason, (operator: string) => string> = {
  worked: (operator) => `Worked on by ${operator}`,
  skipped: (operator) => `Skipped by ${operator}`,
  break: (operator) => `Released: ${operator} is on a break`,
  'signed-out': (operator) => `Released: ${operator} signed out`,
  expired: (operator) => `Released: the time of ${operator} ran out`,
  withdrawn: (operator) => `Released: no longer a lead of ${operator}`,
};

/** Each event of a lead for people; `names` are those of offers. */
export const leadDescriptions: Descriptions<LeadEvent> = {
  LeadCreated: ({ details }, names) => ({
    text: 'Lead created',
    changes: [
      change('status', 'Status', '', 'processing'),
      ...fieldChanges(editsOf(blankDetails, details), names).filter(({ from, to }) => from !== to),
    ],
  }),
  LeadSetAside: ({ details, maxLeads }, names) => ({
    text: `Set aside: the billing period has all ${maxLeads} leads of its plan`,
    changes: fieldChanges(editsOf(blankDetails, details), names).filter(({ from, to }) => from !== to),
  }),
  LeadAdmitted: () => ({ text: 'Admitted: the lead limit has a place for it', changes: [] }),
  LeadEdited: ({ changes, restoredFrom }, names) => ({
    text: restoredFrom
      ? `Restored as of ${utcMinute(new Date(restoredFrom.at))} (event ${restoredFrom.revision})`
      : 'Lead edited',
    changes: fieldChanges(changes, names),
  }),
  LeadAssigned: ({ operator, from, reason }) => ({
    text: from ? `Reassigned from ${from.name} to ${operator.name}` : `Assigned to ${operator.name}`,
    changes: [change('operator', 'Operator', from?.name ?? '', operator.name)],
    reason,
  }),
  LeadUnassigned: ({ from, reason }) => ({
    text: `Unassigned from ${from.name}`,
    changes: [change('operator', 'Operator', from.name, '')],
    reason,
  }),
  LeadStatusChanged: ({ from, to, reason }) => ({
    text: 'Status changed',
    changes: [change('status', 'Status', from, to)],
    reason,
  }),
  LeadStatusChangeRequested: ({ from, to, reason, replaces }) => ({
    text: replaces ? 'Status change requested, in place of the request before' : 'Status change requested',
    changes: [change('pendingStatus', 'Pending status', from, to)],
    reason,
  }),
  LeadStatusChangeApproved: ({ from, to, notes, automatic }) => ({
    text: automatic ? 'Status change approved automatically' : 'Status change approved',
    changes: [change('status', 'Status', from, to)],
    reason: notes,
  }),
  LeadStatusChangeRejected: ({ to, notes }) => ({
    text: `Status change to ${to} rejected`,
    changes: [],
    reason: notes,
  }),
  LeadCommented: ({ content }) => ({ text: content, changes: [] }),
  LeadTaken: ({ operator }) => ({ text: `Taken by ${operator.name}`, changes: [] }),
  LeadReleased: ({ operator, reason }) => ({ text: releaseTexts[reason](operator.name), changes: [] }),
  LeadCallbackSet: ({ at }) => ({
    text: at === null ? 'Callback done' : 'Callback promised',
    changes: [change('callbackAt', 'Callback', undefined, at ?? '')],
  }),
  LeadDeleted: ({ reason }) => ({ text: 'Lead deleted', changes: [], reason }),
  LeadErased: ({ reason }) => ({ text: 'Personal data erased', changes: [], reason }),
  LeadRestored: ({ from, to, reason, operator, pending, deleted }) => {
    if (deleted) return { text: 'Deletion undone', changes: [] };
    const waits = pending ? `, ${pending.to} waits for approval again` : '';
    if (from !== to)
      return {
        text: `Bulk action undone${waits}`,
        changes: [change('status', 'Status', from, to)],
        reason,
      };
    const whose = operator ? `assigned to ${operator.name}` : 'unassigned';
    return {
      text: `Bulk action undone: ${whose} again${waits}`,
      // The event does not say whose the lead was before.
      changes: [change('operator', 'Operator', undefined, operator?.name ?? '')],
    };
  },
};

/** Describes an event of a lead. */
export const describeLead = (event: LeadEvent, offers: Names = new Map()) =>
  describeBy(leadDescriptions, event, offers);

/** An event of a lead in the middle of a sentence, before its actor: the lead was "assigned to Ravi" by Anita. */
export function actionOf(event: LeadEvent): string {
  switch (event.type) {
    case 'LeadCreated':
      return 'created';
    case 'LeadSetAside':
      return 'set aside';
    case 'LeadAdmitted':
      return 'admitted';
    case 'LeadEdited':
      return 'edited';
    case 'LeadAssigned':
      return `assigned to ${event.data.operator.name}`;
    case 'LeadUnassigned':
      return 'unassigned';
    case 'LeadStatusChanged':
      return `status changed to ${event.data.to}`;
    case 'LeadStatusChangeRequested':
      return `status change to ${event.data.to} requested`;
    case 'LeadStatusChangeApproved':
      return `status change to ${event.data.to} approved`;
    case 'LeadStatusChangeRejected':
      return `status change to ${event.data.to} rejected`;
    case 'LeadCommented':
      return 'commented on';
    case 'LeadTaken':
      return 'taken';
    case 'LeadReleased':
      return 'released';
    case 'LeadCallbackSet':
      return 'callback set';
    case 'LeadDeleted':
      return 'deleted';
    case 'LeadErased':
      return 'erased';
    case 'LeadRestored':
      return 'restored';
    default:
      return event satisfies never;
  }
}

/** The differences of an edit, by the catalogue's labels and in its order. */
function fieldChanges(edits: LeadEdits, offers: Names): Change[] {
  const groups: Record<string, Record<string, { from?: unknown; to: unknown } | undefined> | undefined> =
    edits;
  return fieldList.flatMap((field) => {
    const edit = groups[field.group]?.[field.key];
    if (!edit) return [];
    const readable = (value: unknown) => readableValue(field, value, offers);
    return [change(field.name, field.label, readable(edit.from), readable(edit.to))];
  });
}

/** Amounts as decimals, an offer by its name; other values are texts already. */
export function readableValue({ kind }: ListedField, value: unknown, offers: Names): unknown {
  if (isAmount(kind) && typeof value === 'number') return fromMinor(value).toFixed(2);
  if (kind === 'offer' && typeof value === 'string') return offers.get(value) ?? value;
  return value;
}
