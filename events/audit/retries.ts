import { accept, type Decider } from '../language/decider.ts';
import { type AuditEvent, auditEvents } from './events.ts';

export type RetryCommand = { type: 'RetryDeadLetters'; consumer: string | null };

/** A request to apply failed events again; each is a stream of one event. */
export const deadLetterRetries: {
  decider: Decider<null, RetryCommand, AuditEvent, never>;
  types: typeof auditEvents;
} = {
  decider: {
    initialState: null,
    evolve: (state) => state,
    decide: ({ consumer }) => accept({ type: 'DeadLettersRetried', data: { consumer } }),
  },
  types: auditEvents,
};
