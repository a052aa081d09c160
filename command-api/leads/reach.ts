import type { Reach } from '@crm/events/leads/decide.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';

/** The leads that a caller may change. */
export function reachOf(caller: SignedInCaller): Reach {
  return caller.seesAllLeads ? { kind: 'all' } : { kind: 'own', operator: caller.id };
}
