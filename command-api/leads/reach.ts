import type { Reach } from '@crm/events/leads/decide.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';

/** Whose leads a person may touch. */
export function reachOf(caller: SignedInCaller): Reach {
  return caller.seesAllLeads ? { kind: 'all' } : { kind: 'own', operator: caller.id };
}
