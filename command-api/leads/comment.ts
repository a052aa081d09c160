import type { Comment } from '@crm/contracts/leads/lead.ts';
import { addComment, addOperatorComment, type CommentForm } from '@crm/contracts/leads/write.ts';
import { derivedId } from '@crm/events/derived-ids.ts';
import { LeadId } from '@crm/events/ids.ts';
import type { LeadCommand } from '@crm/events/leads/command.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { leadStream } from '@crm/events/streams.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import { everyUser } from '@crm/platform/http/policy.ts';
import type { z } from 'zod';
import { leadCommand } from '../handle/aggregate-commands.ts';
import { changeableBy } from './changeable-by.ts';

type NewComment = Extract<LeadCommand, { type: 'CommentOnLead' }>['comment'];

/** Builds a comment of the caller. Its id is derived from the command, so that a repeat creates no second comment. */
export function newComment(
  commandId: { id: string },
  caller: SignedInCaller,
  fields: Partial<z.output<typeof CommentForm>> & { content: string },
): NewComment {
  const { content, type = 'internal', isInternal = true, isImportant = false } = fields;
  return {
    commentId: derivedId(commandId.id, 'comment'),
    content,
    type,
    isInternal,
    isImportant,
    author: caller.name,
  };
}

/** Adds a comment to a lead that the caller may access. */
const commentBy = (endpoint: typeof addComment | typeof addOperatorComment) =>
  leadCommand({
    endpoint,
    policy: everyUser,
    plan: ({ params, body, caller, commandId }) => ({
      stream: leadStream(LeadId.parse(params.id)),
      command: {
        type: 'CommentOnLead',
        reach: changeableBy(caller),
        comment: newComment(commandId, caller, body),
        callbackAt: body.callbackAt ? new Date(body.callbackAt).toISOString() : null,
      },
    }),
    answer: ({ events, at, input }) => commented(events, at, input.origin.ip),
  });

export const comment = commentBy(addComment);
/** The same command under the operators' path. */
export const operatorComment = commentBy(addOperatorComment);

function commented(
  events: readonly LeadEvent[],
  at: Date,
  ipAddress: string | null,
): { message: string; data: { comment: Comment } } {
  const added = events.find((event) => event.type === 'LeadCommented');
  if (!added) throw new Error('A comment must have been made');
  const { commentId, author, statusChange: _, ...rest } = added.data;
  const metadata = { previousStatus: null, newStatus: null, reason: null, ipAddress };
  return {
    message: 'Comment added successfully',
    data: {
      comment: {
        _id: commentId,
        ...rest,
        author: { fullName: author },
        metadata,
        createdAt: at.toISOString(),
      },
    },
  };
}
