import { bulkAssign, bulkDelete, bulkUpdateStatus, reassign } from '@crm/contracts/leads/bulk.ts';
import { UserId } from '@crm/events/ids.ts';
import type { OperatorRef } from '@crm/events/leads/events.ts';
import { leadBulk } from '../handle/bulk.ts';
import { operatorOf } from './assign.ts';

/** Changes the status of many leads; the notes become a comment on each. */
export const updateStatuses = leadBulk({
  endpoint: bulkUpdateStatus,
  leads: ({ body }) => body,
  action: async ({ body, caller }) => {
    const { newStatus: to, adminNotes } = body;
    const reason = body.reason ?? adminNotes ?? null;
    const comment = adminNotes ? { content: adminNotes, author: caller.name } : null;
    return { action: 'status', to, reason, comment };
  },
  data: (summary, { body }) => ({ ...summary, newStatus: body.newStatus }),
});

/** Assigns many leads, or a part of them, to one operator or in turns to several. */
export const assignMany = leadBulk({
  endpoint: bulkAssign,
  leads: ({ body }) => body,
  part: ({ body: { quantity, method } }) => (quantity === undefined ? null : { quantity, method }),
  action: async ({ body, caller }, { lookups }) => {
    const ids = [...new Set(body.operatorIds ?? (body.operatorId ? [body.operatorId] : []))];
    const operators: OperatorRef[] = [];
    for (const id of ids) {
      const operator = await operatorOf(lookups, caller.tenant, id);
      if ('kind' in operator) return operator;
      operators.push(operator);
    }
    return { action: 'assign', operators, from: null, reason: body.reason ?? null };
  },
  data: (summary) => summary,
});

/** Reassigns many leads to another operator: those of one operator, or all. */
export const reassignMany = leadBulk({
  endpoint: reassign,
  leads: ({ body }) => body,
  action: async ({ body, caller }, { lookups }) => {
    const operator = await operatorOf(lookups, caller.tenant, body.toOperatorId);
    if ('kind' in operator) return { ...operator, errors: { toOperatorId: 'Operator not found' } };
    // The previous assignee may no longer be an operator; only the assignment of the lead counts.
    const from = body.fromOperatorId ? UserId.parse(body.fromOperatorId) : null;
    return { action: 'assign', operators: [operator], from, reason: body.reason ?? null };
  },
  data: (summary) => summary,
});

/** Deletes many leads: they disappear from lists and counts; their streams stay. */
export const removeMany = leadBulk({
  endpoint: bulkDelete,
  leads: ({ body }) => body,
  action: async ({ body }) => ({ action: 'delete', reason: body.reason ?? null }),
  data: (summary) => summary,
});
