import type * as bulkContract from '@crm/contracts/leads/bulk.ts';
import type { Comment, Lead } from '@crm/contracts/leads/lead.ts';
import type * as writeContract from '@crm/contracts/leads/write.ts';
import { useQueryClient } from '@tanstack/react-query';
import { address } from '../../api/address.ts';
import type { Topics } from '../../api/read.ts';
import { useCommand } from '../../api/useCommand.ts';
import { announce } from '../../ui/announce.tsx';
import { holdLeads } from '../cachedLeads.ts';
import type { StatusChange } from '../commands.ts';
import { leadWords } from '../texts/words.ts';

// The commands that only dialogs send: the list shows its rows without their code.

/** Requests a status as an operator; the server decides whether it takes effect without approval. */
export function useRequestStatus() {
  const command = useCommand(
    address<typeof writeContract.requestStatusChange>('PUT', '/operator/leads/:id/status'),
    ['leads', 'approvals'],
  );
  return (lead: Pick<Lead, '_id'>, change: StatusChange) =>
    command.mutateAsync({ params: { id: lead._id }, body: change });
}

type NewComment = { content: string; isImportant: boolean };

/** Adds a comment and puts it into the cached lists before they are refetched. */
export function useAddComment() {
  const queryClient = useQueryClient();
  const command = useCommand(address<typeof writeContract.addComment>('POST', '/leads/:id/comments'), [
    'leads',
  ]);
  return async (lead: Pick<Lead, '_id'>, comment: NewComment) => {
    const saved = command.mutateAsync({ params: { id: lead._id }, body: { ...comment, type: 'internal' } });
    const { data } = await saved;
    holdLeads(queryClient, saved, (known) =>
      known._id === lead._id ? withComment(known, data.comment) : known,
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
