import type { Descriptions } from '../language/describe.ts';
import type { AuditEvent } from './events.ts';

/** Refused commands for people. */
export const auditDescriptions: Descriptions<AuditEvent> = {
  CommandsRefused: ({ refused }) => {
    const total = refused.reduce((sum, { count }) => sum + count, 0);
    return {
      text: total === 1 ? '1 command refused' : `${total.toLocaleString('en')} commands refused`,
      changes: [],
      reason: refused.map(({ call, refusal, count }) => `${call}: ${refusal} (${count})`).join('; '),
    };
  },
  DeadLettersRetried: ({ consumer }) => ({
    text: consumer === null ? 'Failed events retried' : `Failed events of '${consumer}' retried`,
    changes: [],
  }),
};
