import { oneOf } from '@crm/events/language/field-errors.ts';
import { QuickStatus } from '@crm/events/leads/vocabulary-schemas.ts';
import { z } from 'zod';
import { BatchAnswer, waiting } from '../batches/batches.ts';
import { endpoint } from '../endpoint.ts';
import { id, idOf, optional, optionalText } from '../fields.ts';
import { texts } from '../texts.ts';
import { MOST_LEADS_NAMED } from './constants.ts';

/** Up to this many leads are processed within the call; more are processed by a batch. */
export const MOST_AT_ONCE = 200;

/**
 * The result of a bulk action. For a batch, GET /batches/{id}/problems lists the skipped and failed leads.
 */
export const BulkSummary = z.object({
  successful: z.int(),
  skipped: z.int(),
  failed: z.int(),
  problems: z.array(
    z.object({ leadId: z.string(), outcome: z.enum(['skipped', 'failed']), message: z.string() }),
  ),
});
export type BulkSummary = z.infer<typeof BulkSummary>;

/** The leads of a bulk call: listed ids, or a selection (POST /leads/selections). */
const chosen = {
  leadIds: z
    .array(id, { error: texts.required })
    .min(1, { error: 'Select at least one lead' })
    .max(MOST_LEADS_NAMED, { error: `Cannot exceed ${MOST_LEADS_NAMED} leads at once` })
    .optional(),
  selectionId: id.optional(),
};

/**
 * A body with these fields and the leads. Its checks also run when a field is invalid, so that all errors are
 * reported at once.
 */
export const forMany = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z
    .strictObject({ ...chosen, ...waiting, ...fields })
    .refine((body) => named(body, 'leadIds') !== named(body, 'selectionId'), {
      error: 'Name either leads or a selection',
      path: ['leadIds'],
      when: isObject,
    });

const isObject = ({ value }: { value: unknown }) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const named = (body: object, field: string) =>
  field in body && body[field as keyof typeof body] !== undefined; // the key exists

export const bulkUpdateStatus = endpoint({
  method: 'PUT',
  path: '/admin/bulk-update-status',
  body: forMany({ newStatus: QuickStatus, reason: optionalText(500), adminNotes: optionalText(2000) }),
  data: z.union([BulkSummary.extend({ newStatus: QuickStatus }), BatchAnswer]),
  statuses: [200, 202],
});

export const pickMethods = ['first', 'last', 'random'] as const;

const noOperator = 'Please select an operator';

/** Assigns to one operator, or in turns to several: all of the leads, or `quantity` of them. */
export const bulkAssign = endpoint({
  method: 'POST',
  path: '/admin/bulk-assign-leads',
  body: forMany({
    operatorId: idOf(noOperator).optional(),
    operatorIds: z
      .array(id, { error: noOperator })
      .min(1, { error: noOperator })
      .max(100, { error: 'At most 100 operators' })
      .optional(),
    /** From 1 to the number of the leads: checked where a selection is known. */
    quantity: z.int({ error: 'Must be a whole number' }).optional(),
    method: oneOf(pickMethods).default('first'),
    reason: optionalText(500),
  }).refine((body) => named(body, 'operatorId') !== named(body, 'operatorIds'), {
    error: noOperator,
    path: ['operatorId'],
    when: isObject,
  }),
  data: z.union([BulkSummary, BatchAnswer]),
  statuses: [200, 202],
});

/** Moves leads from any operator, or only from one: leads that this operator no longer has are skipped. */
export const reassign = endpoint({
  method: 'POST',
  path: '/admin/reassign-leads',
  body: forMany({
    fromOperatorId: optional(id),
    toOperatorId: idOf(noOperator),
    reason: optionalText(500),
  }),
  data: z.union([BulkSummary, BatchAnswer]),
  statuses: [200, 202],
});

export const bulkDelete = endpoint({
  method: 'POST',
  path: '/admin/bulk-delete-leads',
  body: forMany({ reason: optionalText(500) }),
  data: z.union([BulkSummary, BatchAnswer]),
  statuses: [200, 202],
});
