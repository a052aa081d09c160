import type { LeadEvent, PendingChange } from '@crm/events/leads/events.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import type { Recorded } from '../projection.ts';
import { authorOf } from './timeline.ts';

/** The columns of a lead's latest request to change its status. */
export type StatusRequestColumns = {
  /** The five pending columns are all set or all null. */
  pending_request_id: string | null;
  pending_to: LeadStatus | null;
  pending_reason: string | null;
  pending_requested_at: Date | null;
  pending_by: string | null;
  /** The four columns of a rejection are all set or all null. The next request or change of status clears them. */
  rejected_to: LeadStatus | null;
  rejected_reason: string | null;
  rejected_at: Date | null;
  rejected_by: string | null;
  /** The comment of the latest request. It outlasts the decision, because an undo makes the request pending again. */
  request_comment: string | null;
};

export const statusRequestTypes: { [Column in keyof StatusRequestColumns]: string } = {
  pending_request_id: 'uuid',
  pending_to: 'text',
  pending_reason: 'text',
  pending_requested_at: 'timestamptz',
  pending_by: 'text',
  rejected_to: 'text',
  rejected_reason: 'text',
  rejected_at: 'timestamptz',
  rejected_by: 'text',
  request_comment: 'text',
};

type Pending = Pick<
  StatusRequestColumns,
  'pending_request_id' | 'pending_to' | 'pending_reason' | 'pending_requested_at' | 'pending_by'
>;
type Rejection = Pick<
  StatusRequestColumns,
  'rejected_to' | 'rejected_reason' | 'rejected_at' | 'rejected_by'
>;

const nothingPending: Pending = {
  pending_request_id: null,
  pending_to: null,
  pending_reason: null,
  pending_requested_at: null,
  pending_by: null,
};
const notRejected: Rejection = {
  rejected_to: null,
  rejected_reason: null,
  rejected_at: null,
  rejected_by: null,
};

/** Neither pending nor rejected: the lead is new, or its status was changed. */
export const noRequest = { ...nothingPending, ...notRejected };

type Event<Type extends LeadEvent['type']> = Extract<Recorded<LeadEvent>, { type: Type }>;

/** A new request replaces a pending or rejected one. */
export const requested = ({ data }: Event<'LeadStatusChangeRequested'>): StatusRequestColumns => ({
  ...pendingColumns(data),
  ...notRejected,
  request_comment: null,
});

export const rejected = ({ data, at, meta }: Event<'LeadStatusChangeRejected'>): Pending & Rejection => ({
  ...nothingPending,
  rejected_to: data.to,
  rejected_reason: data.notes,
  rejected_at: at,
  rejected_by: authorOf(meta.actor).fullName,
});

/** After the undo of a batch: its request is pending again, or there is none. Only a request replaces a rejection. */
export const restoredRequest = ({
  data: { pending },
}: Event<'LeadRestored'>): Partial<Pending & Rejection> =>
  pending ? { ...pendingColumns(pending), ...notRejected } : nothingPending;

type Undeleted = NonNullable<Event<'LeadRestored'>['data']['deleted']>;

/** The latest request of a lead whose deletion is undone. Events from before it was recorded have none. */
export const undeletedRequest = ({
  requestComment = null,
  rejection = null,
}: Undeleted): Pick<StatusRequestColumns, 'request_comment'> & Partial<Rejection> => ({
  request_comment: requestComment,
  ...(rejection && {
    rejected_to: rejection.to,
    rejected_reason: rejection.reason,
    rejected_at: new Date(rejection.at),
    rejected_by: rejection.by,
  }),
});

/** The comment of the latest request, after a new comment. */
export function requestComment(row: StatusRequestColumns, { data }: Event<'LeadCommented'>): string | null {
  const { content, statusChange } = data;
  const explainsRequest = row.pending_to !== null && statusChange?.to === row.pending_to;
  return explainsRequest ? content : row.request_comment;
}

const pendingColumns = ({ requestId, to, reason, requestedAt, by }: PendingChange): Pending => ({
  pending_request_id: requestId,
  pending_to: to,
  pending_reason: reason,
  pending_requested_at: new Date(requestedAt),
  pending_by: by.name,
});
