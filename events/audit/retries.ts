import { accept, type Decider } from '../language/decider.ts';
import { type AuditEvent, auditEvents } from './events.ts';

export type RetryCommand = { type: 'RetryDeadLetters'; consumer: string | null };

/** A request to apply failed events again; each is a stream of one event. */
export const deadLetterRetryDecider: Decider<null, RetryCommand, AuditEvent, never> = {
  initialState: null,
  evolve: (state) => state,
  decide: ({ consumer }) => accept({ type: 'DeadLettersRetried', data: { consumer } }),
};

export const deadLetterRetries = { decider: deadLetterRetryDecider, types: auditEvents };
