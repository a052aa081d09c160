import type { ChangeableLeads } from '@crm/events/leads/command.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';

/** The leads that a caller may change. The permission canSeeLeadsOfAllOperators only lets its holder see more. */
export function changeableBy(caller: SignedInCaller): ChangeableLeads {
  if (caller.role === 'admin') return { kind: 'all' };
  return { kind: 'own', operator: caller.id, seesAllLeads: caller.seesAllLeads };
}
