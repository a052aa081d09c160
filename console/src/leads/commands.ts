import type { Lead } from '@crm/contracts/leads/lead.ts';
import type * as selectionsContract from '@crm/contracts/leads/selections.ts';
import type * as writeContract from '@crm/contracts/leads/write.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { useQueryClient } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import { useCommand } from '../api/useCommand.ts';
import { holdLeads } from './cachedLeads.ts';

const noRequest = { pendingStatusChange: null, rejectedStatusChange: null };

/** `from`: the status that the user saw. */
export type StatusChange = { status: LeadStatus; from: LeadStatus; reason: string; comment: string };

/**
 * Sets a lead's status as an admin. Optimistic: lists show it at once and roll back when the server refuses.
 */
export function useChangeStatus() {
  const queryClient = useQueryClient();
  const command = useCommand(address<typeof writeContract.updateLead>('PUT', '/leads/:id'), [
    'leads',
    'approvals',
  ]);
  return (lead: Pick<Lead, '_id'>, { status, from, reason, comment }: StatusChange) => {
    const saved = command.mutateAsync({
      params: { id: lead._id },
      body: { status, from, statusReason: reason, adminComment: comment },
    });
    holdLeads(queryClient, saved, (known) => {
      if (known._id !== lead._id || status === from) return known;
      return { ...known, status, statusReason: reason || null, ...noRequest };
    });
    return saved;
  };
}

/** Assigns the lead to an operator; null unassigns it. Refused if the lead is of another operator than the user saw. */
export function useAssign() {
  const queryClient = useQueryClient();
  const command = useCommand(address<typeof writeContract.assignLead>('POST', '/leads/:id/assign'), [
    'leads',
    'approvals',
  ]);
  return (lead: Pick<Lead, '_id' | 'assignedOperator'>, operator: Lead['assignedOperator']) => {
    const saved = command.mutateAsync({
      params: { id: lead._id },
      body: { operatorId: operator?._id ?? '', from: lead.assignedOperator?._id ?? null },
    });
    holdLeads(queryClient, saved, (known) =>
      known._id === lead._id ? { ...known, assignedOperator: operator } : known,
    );
    return saved;
  };
}

/** Freezes the leads that match the list's filters now, so that a bulk action applies to exactly these. */
export const useFreeze = () =>
  useCommand(address<typeof selectionsContract.freezeSelection>('POST', '/leads/selections'), []);
