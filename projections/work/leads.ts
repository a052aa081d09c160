import { isOpen } from '@crm/events/leads/open.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { idOf } from '@crm/events/streams.ts';
import { userRoom } from '@crm/platform/live/rooms.ts';
import { HOUR_MS } from '../durations.ts';
import { type Hint, type Recorded, table } from '../projection.ts';
import { type WorkEvent, type WorkLeadEvent, workLeadEvents } from './events.ts';

/** An operator does not get a skipped lead again for this time. */
const SKIPPED_MS = HOUR_MS;

/**
 * An open lead that is taken or was skipped, or any lead with a promised call, which is there again when an undo or a new
 * status brings a closed or deleted lead back. All other leads have no row.
 */
export type WorkLeadRow = {
  id: string;
  tenant: string;
  /** Whether the lead is neither closed nor deleted, by the events since the row exists: keeps the index small. */
  is_open: boolean;
  operator_id: string | null;
  callback_at: Date | null;
  taken_by: string | null;
  taken_at: Date | null;
  taken_until: Date | null;
  /** By operator id, until when the operator does not get the skipped lead again, as ISO text. Some may be over. */
  skips: Record<string, string> | null;
  /** The latest skip. The operator is only read by the release before `skips`, during an upgrade (docs/upgrading.md). */
  skipped_by: string | null;
  skipped_until: Date | null;
};

const isOfLead = (event: Recorded<WorkEvent>): event is Recorded<WorkLeadEvent> =>
  event.type in workLeadEvents;

const notTaken = { taken_by: null, taken_at: null, taken_until: null };
const notInWork = { ...notTaken, skips: null, skipped_by: null, skipped_until: null };

/** Applies an event to a lead's row. @returns null for a lead without lease, promised call and skip */
function foldWorkLead(row: WorkLeadRow | null, event: Recorded<WorkLeadEvent>): WorkLeadRow | null {
  const next = changed(row, event);
  if (next && next.callback_at === null && next.taken_by === null && next.skips === null) return null;
  return next;
}

function changed(row: WorkLeadRow | null, event: Recorded<WorkLeadEvent>): WorkLeadRow | null {
  switch (event.type) {
    case 'LeadTaken': {
      const { operator, until } = event.data;
      const taken_at = row?.taken_by === operator.id ? row.taken_at : event.at;
      const taken = { taken_by: operator.id, taken_at, taken_until: new Date(until) };
      return { ...(row ?? blank(event)), operator_id: operator.id, ...taken };
    }
    case 'LeadReleased': {
      if (!row) return null;
      if (event.data.reason !== 'skipped') return { ...row, ...notTaken };
      return { ...row, ...notTaken, ...skippedBy(event.data.operator.id, row.skips, event.at) };
    }
    case 'LeadCallbackSet': {
      const callback_at = event.data.at === null ? null : new Date(event.data.at);
      return { ...(row ?? blank(event)), operator_id: event.data.operator?.id ?? null, callback_at };
    }
    case 'LeadEdited': {
      const isDone = event.data.changes.handling?.requiresCallback?.to === false;
      return row && isDone ? { ...row, callback_at: null } : row;
    }
    case 'LeadAssigned':
      return row && { ...row, operator_id: event.data.operator.id };
    case 'LeadUnassigned':
      return row && { ...row, operator_id: null };
    case 'LeadStatusChanged':
    case 'LeadStatusChangeApproved':
      return row && inStatus(row, event.data.to);
    case 'LeadRestored':
      return row && { ...inStatus(row, event.data.to), operator_id: event.data.operator?.id ?? null };
    case 'LeadDeleted':
      return row && { ...row, ...notInWork, is_open: false };
    case 'LeadErased':
      return null;
    case 'LeadStatusChangeRequested':
    case 'LeadSetAside':
    case 'LeadAdmitted':
      return row;
    default:
      return event satisfies never;
  }
}

/** Adds a skip, and drops those that are over: a lead has at most one per operator of the last hour. */
export function skippedBy(operator: string, skips: WorkLeadRow['skips'], at: Date) {
  const running = Object.entries(skips ?? {}).filter(([, until]) => Date.parse(until) > at.getTime());
  const skipped_until = new Date(at.getTime() + SKIPPED_MS);
  return {
    skips: { ...Object.fromEntries(running), [operator]: skipped_until.toISOString() },
    skipped_by: operator,
    skipped_until,
  };
}

/** SQL: whether the operator, a uuid, skipped the lead `w` and does not get it yet; null if they never did. */
export const isSkippedBy = (operator: `$${number}`): string =>
  `(w.skips ->> ${operator}::uuid::text)::timestamptz > now()`;

/** A closed lead is neither taken nor skipped; its promised call stays. */
const inStatus = (row: WorkLeadRow, status: LeadStatus): WorkLeadRow =>
  isOpen(status) ? { ...row, is_open: true } : { ...row, ...notInWork, is_open: false };

const blank = ({ stream, meta }: Recorded<WorkLeadEvent>): WorkLeadRow => ({
  id: idOf(stream),
  tenant: meta.tenant,
  is_open: true,
  operator_id: null,
  callback_at: null,
  ...notInWork,
});

export const workLeads = table<WorkLeadRow, WorkEvent>({
  name: 'work_leads',
  columns: {
    id: 'uuid not null',
    tenant: 'uuid not null',
    is_open: 'boolean not null',
    operator_id: 'uuid',
    callback_at: 'timestamptz',
    taken_by: 'uuid',
    taken_at: 'timestamptz',
    taken_until: 'timestamptz',
    skips: 'jsonb',
    skipped_by: 'uuid',
    skipped_until: 'timestamptz',
  },
  key: ['id'],
  indexes: {
    // Without the promises of closed leads, which become more with the years.
    work_leads_operator: '(tenant, operator_id, callback_at) where is_open',
    work_leads_skipped: '(tenant, skipped_until) where skipped_until is not null',
    // Leases of all tenants that have ended.
    work_leads_taken: '(taken_until) where taken_until is not null',
  },
  keyOf: (event) => (isOfLead(event) ? { id: idOf(event.stream) } : null),
  fold: (row, event) => (isOfLead(event) ? foldWorkLead(row, event) : row),
  hints: (before, after) => {
    const row = after ?? before;
    const operators = new Set([before?.operator_id, after?.operator_id].flatMap((id) => id ?? []));
    if (!row) return [];
    return [...operators].map((id): Hint => ({ room: userRoom(id), topic: 'work', id: row.id }));
  },
});
