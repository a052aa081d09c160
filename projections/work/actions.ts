import { isCall } from '@crm/events/leads/connection.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { idOf } from '@crm/events/streams.ts';
import { adminsOf, userRoom } from '@crm/platform/live/rooms.ts';
import { type Hint, type Recorded, table } from '../projection.ts';
import type { WorkEvent } from './events.ts';

/** A comment or status request of an operator: the operator's activity, and what the pace counts. */
export type WorkActionRow = {
  /** Of the event. */
  id: string;
  tenant: string;
  operator_id: string;
  lead_id: string;
  at: Date;
  /** Revision in the lead's stream: the order of actions of one command. */
  revision: number;
  type: 'call' | 'comment' | 'status-request';
  /** Null for a status request; the text is in lead_comments. */
  comment_id: string | null;
  requested_status: LeadStatus | null;
};

type ActionEvent = Extract<WorkEvent, { type: 'LeadCommented' | 'LeadStatusChangeRequested' }>;

const isAction = (event: Recorded<WorkEvent>): event is Recorded<ActionEvent> =>
  (event.type === 'LeadCommented' || event.type === 'LeadStatusChangeRequested') &&
  event.meta.actor.kind === 'user' &&
  event.meta.actor.role === 'operator';

function actionOf(event: Recorded<ActionEvent>): WorkActionRow | null {
  const { id, stream, at, revision, meta } = event;
  if (meta.actor.kind !== 'user') return null;
  const action = { id, tenant: meta.tenant, operator_id: meta.actor.id, lead_id: idOf(stream), at, revision };
  if (event.type === 'LeadStatusChangeRequested')
    return { ...action, type: 'status-request', comment_id: null, requested_status: event.data.to };
  const { commentId, content } = event.data;
  const type = isCall(content) ? 'call' : 'comment';
  return { ...action, type, comment_id: commentId, requested_status: null };
}

export const workActions = table<WorkActionRow, WorkEvent>({
  name: 'work_actions',
  columns: {
    id: 'uuid not null',
    tenant: 'uuid not null',
    operator_id: 'uuid not null',
    lead_id: 'uuid not null',
    at: 'timestamptz not null',
    revision: 'integer not null',
    type: 'text not null',
    comment_id: 'uuid',
    requested_status: 'text',
  },
  key: ['id'],
  rows: 'append-only',
  indexes: { work_actions_operator: '(tenant, operator_id, at, revision)' },
  keyOf: (event) => (isAction(event) ? { id: event.id } : null),
  fold: (row, event) => (isAction(event) ? actionOf(event) : row),
  hints: (before, after) => {
    const row = after ?? before;
    if (!row) return [];
    return [userRoom(row.operator_id), adminsOf(row.tenant)].map(
      (room): Hint => ({ room, topic: 'work', id: row.operator_id }),
    );
  },
});
