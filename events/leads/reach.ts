import type { ChangeableLeads, LeadCommand } from './command.ts';
import type { OpenLead } from './state.ts';

/** The leads to which the caller's command is limited; null for commands of admins and of the system. */
export function reachOf(command: LeadCommand): ChangeableLeads | null {
  if (command.type === 'RequestLeadStatusChange')
    return { kind: 'own', operator: command.by.id, seesAllLeads: command.seesAllLeads };
  return 'reach' in command ? command.reach : null;
}

/** Why the caller may not change the lead; null if they may. A lead that the caller may not see is treated as not found. */
export function outsideOf(
  reach: ChangeableLeads,
  lead: OpenLead,
): 'lead-not-found' | 'lead-not-yours' | null {
  if (reach.kind === 'all' || lead.operator?.id === reach.operator) return null;
  return reach.seesAllLeads ? 'lead-not-yours' : 'lead-not-found';
}
