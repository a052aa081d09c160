import type * as bulkContract from '@crm/contracts/leads/bulk.ts';
import type { Comment, Lead } from '@crm/contracts/leads/lead.ts';
import type * as selectionsContract from '@crm/contracts/leads/selections.ts';
import type * as writeContract from '@crm/contracts/leads/write.ts';
import type { LeadStatus } from '@crm/events/leads/vocabulary.ts';
import { useQueryClient } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import type { Topics } from '../api/read.ts';
import { useCommand } from '../api/useCommand.ts';
import { announce } from '../ui/announce.tsx';
import { changeLeads, shownAtOnce } from './cachedLeads.ts';
import { leadWords } from './texts/words.ts';

const noRequest = { pendingStatusChange: null, rejectedStatusChange: null };

export type StatusChange = { status: LeadStatus; reason: string; comment: string };

/**
 * Sets a lead's status as an admin. Optimistic: lists show it at once and roll back when the server refuses.
 */
export function useChangeStatus() {
  const queryClient = useQueryClient();
  const command = useCommand(address<typeof writeContract.updateLead>('PUT', '/leads/:id'), [
    'leads',
    'approvals',
  ]);
  return async (lead: Pick<Lead, '_id' | 'status'>, { status, reason, comment }: StatusChange) => {
    const changed = status !== lead.status;
    return shownAtOnce(
      queryClient,
      (known) => {
        if (known._id !== lead._id || !changed) return known;
        return { ...known, status, statusReason: reason || null, ...noRequest };
      },
      () =>
        command.mutateAsync({
          params: { id: lead._id },
          body: { status, statusReason: reason, adminComment: comment },
        }),
    );
  };
}

/** Requests a status as an operator; the server decides whether it takes effect without approval. */
export function useRequestStatus() {
  const command = useCommand(
    address<typeof writeContract.requestStatusChange>('PUT', '/operator/leads/:id/status'),
    ['leads', 'approvals'],
  );
  return (lead: Pick<Lead, '_id'>, change: StatusChange) =>
    command.mutateAsync({ params: { id: lead._id }, body: change });
}

/** Assigns the lead to an operator; null unassigns it. */
export function useAssign() {
  const queryClient = useQueryClient();
  const command = useCommand(address<typeof writeContract.assignLead>('POST', '/leads/:id/assign'), [
    'leads',
    'approvals',
  ]);
  return (lead: Pick<Lead, '_id'>, operator: Lead['assignedOperator']) =>
    shownAtOnce(
      queryClient,
      (known) => (known._id === lead._id ? { ...known, assignedOperator: operator } : known),
      () => command.mutateAsync({ params: { id: lead._id }, body: { operatorId: operator?._id ?? '' } }),
    );
}

export type NewComment = { content: string; isImportant: boolean };

/** Adds a comment and puts it into the cached lists before they are refetched. */
export function useAddComment() {
  const queryClient = useQueryClient();
  const command = useCommand(address<typeof writeContract.addComment>('POST', '/leads/:id/comments'), [
    'leads',
  ]);
  return async (lead: Pick<Lead, '_id'>, comment: NewComment) => {
    const answer = await command.mutateAsync({
      params: { id: lead._id },
      body: { ...comment, type: 'internal' },
    });
    changeLeads(queryClient, (known) =>
      known._id === lead._id ? withComment(known, answer.data.comment) : known,
    );
    announce(leadWords.commentSaved);
  };
}

function withComment(lead: Lead, comment: Comment): Lead {
  if (lead.comments.some(({ _id }) => _id === comment._id)) return lead;
  return { ...lead, comments: [comment, ...lead.comments], commentCount: lead.commentCount + 1 };
}

const bulkTopics: Topics = ['leads', 'approvals', 'batches'];

export const useBulkStatus = () =>
  useCommand(address<typeof bulkContract.bulkUpdateStatus>('PUT', '/admin/bulk-update-status'), bulkTopics)
    .mutateAsync;
export const useBulkAssign = () =>
  useCommand(address<typeof bulkContract.bulkAssign>('POST', '/admin/bulk-assign-leads'), bulkTopics)
    .mutateAsync;
export const useReassign = () =>
  useCommand(address<typeof bulkContract.reassign>('POST', '/admin/reassign-leads'), bulkTopics).mutateAsync;
export const useBulkDelete = () =>
  useCommand(address<typeof bulkContract.bulkDelete>('POST', '/admin/bulk-delete-leads'), bulkTopics)
    .mutateAsync;

/** Freezes the leads that match the list's filters now, so that a bulk action applies to exactly these. */
export const useFreeze = () =>
  useCommand(address<typeof selectionsContract.freezeSelection>('POST', '/leads/selections'), []);
