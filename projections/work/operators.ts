import { idOf } from '@crm/events/streams.ts';
import { adminsOf, userRoom } from '@crm/platform/live/rooms.ts';
import { type Hint, type Recorded, table } from '../projection.ts';
import type { WorkEvent } from './events.ts';

/** The state of an operator who has used the work queue. */
export type WorkOperatorRow = {
  id: string;
  tenant: string;
  state: 'working' | 'idle' | 'break' | 'signed-out';
  /** When the state began. */
  since: Date;
  /** Only of state 'working'. */
  lead_id: string | null;
};

type OperatorEvent = Extract<
  WorkEvent,
  { type: 'LeadTaken' | 'LeadReleased' | 'BreakStarted' | 'BreakEnded' | 'SignedOut' }
>;

function operatorOf(event: Recorded<WorkEvent>): string | null {
  switch (event.type) {
    case 'LeadTaken':
    case 'LeadReleased':
      return event.data.operator.id;
    case 'BreakStarted':
    case 'BreakEnded':
      return idOf(event.stream);
    case 'SignedOut':
      return event.data.userId;
    default:
      return null;
  }
}

/** Applies an event to an operator's row. */
function foldWorkOperator(
  row: WorkOperatorRow | null,
  event: Recorded<OperatorEvent>,
): WorkOperatorRow | null {
  const at = { id: operatorOf(event) ?? '', tenant: event.meta.tenant, since: event.at, lead_id: null };
  switch (event.type) {
    case 'LeadTaken': {
      const lead_id = idOf(event.stream);
      return row?.lead_id === lead_id ? row : { ...at, state: 'working', lead_id };
    }
    case 'LeadReleased':
      return row?.lead_id === idOf(event.stream) ? { ...at, state: 'idle' } : row;
    case 'BreakStarted':
      return { ...at, state: 'break' };
    case 'BreakEnded':
      return { ...at, state: 'idle' };
    case 'SignedOut':
      // A break outlasts a sign-out: the operator gets no lead until the break ends.
      return row && (row.state === 'break' ? row : { ...at, state: 'signed-out' });
    default:
      return event satisfies never;
  }
}

const isOfOperator = (event: Recorded<WorkEvent>): event is Recorded<OperatorEvent> =>
  operatorOf(event) !== null;

export const workOperators = table<WorkOperatorRow, WorkEvent>({
  name: 'work_operators',
  columns: {
    id: 'uuid not null',
    tenant: 'uuid not null',
    state: 'text not null',
    since: 'timestamptz not null',
    lead_id: 'uuid',
  },
  // With the tenant: an imported history may name an operator of another one.
  key: ['tenant', 'id'],
  keyOf: (event) => {
    const id = operatorOf(event);
    return id === null ? null : { tenant: event.meta.tenant, id };
  },
  fold: (row, event) => (isOfOperator(event) ? foldWorkOperator(row, event) : row),
  hints: (before, after) => {
    const row = after ?? before;
    if (!row) return [];
    return [userRoom(row.id), adminsOf(row.tenant)].map(
      (room): Hint => ({ room, topic: 'work', id: row.id }),
    );
  },
});
