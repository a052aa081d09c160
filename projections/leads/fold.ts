import { readComment } from '@crm/events/leads/connection.ts';
import { applyChanges, type LeadDetails } from '@crm/events/leads/details.ts';
import { newValuesOf } from '@crm/events/leads/edits.ts';
import { ERASED, erasedDetails, erasedReason } from '@crm/events/leads/erased.ts';
import { createdAt, type LeadEvent } from '@crm/events/leads/events.ts';
import { isOfLease } from '@crm/events/leads/lease.ts';
import { decidedAfter, newStatusAges, statusSet } from '@crm/events/leads/status-ages.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { idOf } from '@crm/events/streams.ts';
import type { Recorded } from '../projection.ts';
import { detailsOf, withDetails } from './details.ts';
import { ownReason } from './filter-values.ts';
import { leadNumberOf } from './numbers.ts';
import { blankRow, type LeadRow } from './row.ts';
import {
  noRequest,
  rejected,
  requestComment,
  requested,
  restoredRequest,
  undeletedRequest,
} from './status-request.ts';

/** Applies an event to a lead's row. @returns the new row; null if there is none */
export function foldLead(row: LeadRow | null, event: Recorded<LeadEvent>): LeadRow | null {
  if (event.type === 'LeadCreated') return created(event, event.data, createdAt(event));
  if (event.type === 'LeadRestored') return restored(row, event);
  if (!row) return null;
  // An event of a lease keeps the time, so that a lead stays overdue when an operator takes or skips it.
  const updated_at = isOfLease(event, event.meta.actor) ? row.updated_at : event.at;
  const touched = { ...row, updated_at, revision: event.revision };
  switch (event.type) {
    case 'LeadEdited':
      return withDetails(touched, applyChanges(detailsOf(row), newValuesOf(event.data.changes)));
    case 'LeadAssigned':
      return { ...touched, operator_id: event.data.operator.id, operator_name: event.data.operator.name };
    case 'LeadUnassigned':
      return { ...touched, operator_id: null, operator_name: null };
    case 'LeadStatusChanged':
      return { ...touched, ...noRequest, ...statusOf(row, event), status_reason: event.data.reason };
    case 'LeadStatusChangeRequested':
      return { ...touched, ...requested(event) };
    case 'LeadStatusChangeApproved': {
      const status_reason = row.pending_reason ?? event.data.notes;
      return { ...touched, ...noRequest, ...statusOf(row, event), status_reason };
    }
    case 'LeadStatusChangeRejected':
      return { ...touched, ...rejected(event) };
    case 'LeadCommented': {
      const comment_count = row.comment_count + 1;
      const request_comment = requestComment(row, event);
      const call = callOf(event.data.content) ?? uncalled(row);
      return { ...touched, ...call, comment_count, request_comment };
    }
    case 'LeadTaken':
    case 'LeadReleased':
      return touched;
    case 'LeadCallbackSet':
      return { ...touched, requires_callback: event.data.at !== null };
    // Such a lead has no row.
    case 'LeadSetAside':
    case 'LeadAdmitted':
      return row;
    case 'LeadErased':
      return withDetails(
        { ...touched, ...erasedColumns(row), erased_at: event.at },
        erasedDetails(detailsOf(row)),
      );
    case 'LeadDeleted':
      return null;
    default:
      return event satisfies never;
  }
}

/** The columns beside the details, as if the events before had no personal data. A pending request ends. */
function erasedColumns(row: LeadRow): Partial<LeadRow> {
  const { call_reason, status_reason } = row;
  const reason = call_reason && erasedReason(call_reason);
  return {
    ...noRequest,
    request_comment: null,
    status_reason: status_reason && ERASED,
    call_reason: reason,
    own_reason: reason && ownReason(reason),
  };
}

type Call = Pick<LeadRow, 'call_state' | 'call_reason' | 'own_reason'>;

/** The outcome of a call that a comment states; null for any other comment. */
function callOf(content: string): Call | null {
  const call = readComment(content);
  if (call === null) return null;
  return { call_state: call.connection, call_reason: call.reason, own_reason: ownReason(call.reason) };
}

/** A comment that states no outcome keeps that of the last call. */
function uncalled({ call_state }: LeadRow): Partial<Call> {
  return call_state === 'no-comments' ? { call_state: 'no-call' } : {};
}

type StatusColumns = Pick<LeadRow, 'status' | 'status_ages' | 'decided_at'>;

/** A status that an event sets. `decidedAt`: when it was decided, if an undo sets it again. */
type StatusSet = { data: { to: LeadStatus; decidedAt?: string | undefined }; at: Date };

/** The columns of the status that an event sets. A status that is set again, as by an undo, keeps its time. */
function statusOf(
  row: StatusColumns & Pick<LeadRow, 'created_at'>,
  { data: { to, decidedAt }, at }: StatusSet,
): StatusColumns {
  const time = decidedAt ? new Date(decidedAt) : at;
  const decided_at = decidedAfter({ status: row.status, decided: row.decided_at }, to, time);
  return { status: to, status_ages: statusSet(row.status_ages, to, row.created_at, at), decided_at };
}

type Event<Type extends LeadEvent['type']> = Extract<Recorded<LeadEvent>, { type: Type }>;

function restored(row: LeadRow | null, event: Event<'LeadRestored'>): LeadRow | null {
  const { reason: status_reason, operator, deleted } = event.data;
  const restoredColumns = {
    status_reason,
    operator_id: operator?.id ?? null,
    operator_name: operator?.name ?? null,
    ...restoredRequest(event),
  };
  if (!deleted) {
    const touched = row && { ...row, updated_at: event.at, revision: event.revision };
    return touched && { ...touched, ...restoredColumns, ...statusOf(touched, event) };
  }
  const { count, lastCall } = deleted.comments;
  const again = created(event, deleted, new Date(deleted.createdAt));
  const { created_at } = again;
  let before: StatusColumns = again;
  for (const { at, ...data } of deleted.statuses ?? [])
    before = statusOf({ ...before, created_at }, { data, at: new Date(at) });
  return {
    ...again,
    ...restoredColumns,
    ...undeletedRequest(deleted),
    ...statusOf({ ...before, created_at }, event),
    ...(count > 0 && { call_state: 'no-call' }),
    ...(lastCall !== null && callOf(lastCall)),
    comment_count: count,
  };
}

function created(
  event: Event<'LeadCreated' | 'LeadRestored'>,
  { orderId, details }: { orderId: string; details: LeadDetails },
  created_at: Date,
): LeadRow {
  const row: LeadRow = {
    ...blankRow,
    id: idOf(event.stream),
    tenant: event.meta.tenant,
    number: leadNumberOf(event),
    order_id: orderId,
    status: 'processing',
    status_reason: null,
    operator_id: null,
    operator_name: null,
    ...noRequest,
    request_comment: null,
    status_ages: newStatusAges,
    decided_at: null,
    comment_count: 0,
    call_state: 'no-comments',
    call_reason: null,
    own_reason: null,
    erased_at: null,
    created_at,
    updated_at: event.at,
    revision: event.revision,
  };
  return withDetails(row, details);
}
