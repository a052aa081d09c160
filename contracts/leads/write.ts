import { Currency } from '@crm/events/language/currency.ts';
import { absentOr } from '@crm/events/language/field-errors.ts';
import { toMinor } from '@crm/events/language/money.ts';
import { leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { CommentType, LeadStatus, OrderSource, PaymentMode } from '@crm/events/leads/vocabulary-schemas.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  byId,
  flag,
  id,
  idOf,
  instant,
  mostTotal,
  nothing,
  optional,
  optionalText,
  positiveAmount,
  requiredText,
  seenRevision,
  total,
} from '../fields.ts';
import { texts } from '../texts.ts';
import { optionalFields, otherFields } from './fields.ts';
import { Comment, Lead } from './lead.ts';
import { isOrderId, ORDER_ID_LENGTH } from './order-id.ts';
import { partnerBody } from './partner-body.ts';

const orderId = z
  .string({ error: 'Must be text' })
  .trim()
  .max(ORDER_ID_LENGTH, { error: texts.atMost(ORDER_ID_LENGTH) })
  .refine(isOrderId, { error: 'Cannot contain spaces or commas' });

/** Without defaults: in an edit, a field that is left out stays as it is. */
const leadFields = z.strictObject({ ...otherFields, ...optionalFields });

/** The lead form of admins. */
export const LeadForm = leadFields.extend({
  paymentMode: PaymentMode.default('cod'),
  isUrgent: flag.default(false),
  requiresCallback: flag.default(false),
});

/** Fields that signed-in callers may send beside the form's. The server computes the total; a different one is refused. */
const computedFields = { total: optional(total), orderSource: optional(OrderSource) };

/** Creates a lead as an admin. */
export const createLead = endpoint({
  method: 'POST',
  path: '/leads',
  body: LeadForm.extend({ orderId: optional(orderId), ...computedFields })
    .partial({
      offer: true,
      currency: true,
      paymentMode: true,
      isUrgent: true,
      requiresCallback: true,
      orderId: true,
      total: true,
      orderSource: true,
    })
    .refine(
      ({ total, price, quantity }) =>
        typeof total !== 'number' || toMinor(total) === toMinor(price) * quantity,
      { error: texts.total, path: ['total'] },
    ),
  data: z.object({ lead: Lead.pick({ _id: true, orderId: true, status: true }) }),
  statuses: [201],
});

/**
 * Receives a lead from a partner: JSON or form-encoded, from any origin. Unknown fields are stored under
 * `extra`.
 */
export const receiveLead = endpoint({
  method: 'POST',
  path: '/leads',
  about:
    'Creates a lead for the organization of the offer, at the price of the offer unless the lead has its own. An orderId that ' +
    'the organization has already is refused with 409. With 202 the lead waits until the lead limit of the organization ' +
    'has a place for it: do not send it again. Unknown fields are kept as additional fields.',
  body: z
    .looseObject({
      phone: otherFields.phone,
      fullName: otherFields.fullName,
      offer: idOf(absentOr('Must be the id of an offer')),
      quantity: otherFields.quantity,
      orderId: optional(orderId),
      productName: optionalText(200),
      price: optional(positiveAmount),
      total: optional(total),
      currency: optional(Currency),
      paymentMode: optional(PaymentMode),
      isUrgent: optional(flag),
      requiresCallback: optional(flag),
      ...optionalFields,
    })
    .superRefine(({ total, quantity }, context) => {
      const most = mostTotal(quantity);
      if (typeof total === 'number' && total > most)
        context.addIssue({ code: 'custom', path: ['total'], message: `Cannot exceed ${most}` });
    }),
  adaptBody: partnerBody,
  /** 'aside' (202): the lead limit is reached; the lead is created later, without another call. */
  data: z.object({
    lead: Lead.pick({ _id: true, orderId: true }).extend({ status: z.enum([...leadStatuses, 'aside']) }),
    subscriptionStatus: z.literal('lead_limit_reached').optional(),
  }),
  statuses: [201, 202],
});

/**
 * The status that the caller saw: `status` equal to it changes nothing and only adds the comment; another one is refused if
 * the lead's status has changed since. Without it, `status` is compared with the lead's status now.
 */
const seenStatus = LeadStatus.optional();

/** Changes the lead form's fields, or the status as an admin; never both in one call. */
export const updateLead = endpoint({
  method: 'PUT',
  path: '/leads/:id',
  params: byId,
  body: z
    .strictObject({
      ...leadFields.extend(computedFields).partial().shape,
      status: LeadStatus.optional(),
      from: seenStatus,
      statusReason: optionalText(500),
      adminComment: optionalText(2000),
      revision: seenRevision,
    })
    .refine((body) => body.status || !(body.statusReason || body.from), {
      error: texts.required,
      path: ['status'],
    }),
  data: nothing,
});

export const deleteLead = endpoint({ method: 'DELETE', path: '/leads/:id', params: byId, data: nothing });

/** Erases the personal data of a lead for ever (docs/erasure.md). */
export const eraseLead = endpoint({
  method: 'POST',
  path: '/leads/:id/erase',
  params: byId,
  body: z.strictObject({
    reason: requiredText(3, 500),
    /** Erasing cannot be undone, so a call says that it means it. */
    confirmed: z.literal(true, { error: 'Confirm that the data is erased for ever' }),
  }),
  data: nothing,
});

/** Assigns the lead; an empty or null operator unassigns it. */
export const assignLead = endpoint({
  method: 'POST',
  path: '/leads/:id/assign',
  params: byId,
  body: z.strictObject({
    operatorId: optional(id),
    /** The operator that the caller saw, null for none: refused if it is another one now. */
    from: id.nullish(),
    reason: optionalText(500),
  }),
  data: nothing,
});

/** The time of a promised call: in the future, and within a year. */
const callbackAt = optional(
  instant.refine(
    (time) => {
      const ahead = Date.parse(time) - Date.now();
      return ahead > 0 && ahead < 366 * 86_400_000;
    },
    { error: 'Enter a time in the future, within a year' },
  ),
).optional();

export const CommentForm = z.strictObject({
  content: requiredText(1, 2000),
  type: CommentType.default('internal'),
  isInternal: flag.default(true),
  isImportant: flag.default(false),
  callbackAt,
});

export const addComment = endpoint({
  method: 'POST',
  path: '/leads/:id/comments',
  params: byId,
  body: CommentForm,
  data: z.object({ comment: Comment }),
});

/** Adds an operator's comment to a lead assigned to them. */
export const addOperatorComment = endpoint({
  method: 'POST',
  path: '/operator/leads/:id/comment',
  params: byId,
  body: CommentForm,
  data: z.object({ comment: Comment }),
});

/** Requests another status as an operator; `status` and `newStatus` mean the same. */
export const requestStatusChange = endpoint({
  method: 'PUT',
  path: '/operator/leads/:id/status',
  params: byId,
  body: z
    .strictObject({
      status: LeadStatus.optional(),
      newStatus: LeadStatus.optional(),
      from: seenStatus,
      reason: optionalText(500),
      comment: requiredText(1, 2000),
    })
    .transform(({ status, newStatus, ...rest }) => ({ ...rest, status: newStatus ?? status }))
    .refine((body) => body.status !== undefined, { error: texts.required, path: ['status'] }),
  data: z.object({ requiresApproval: z.boolean(), autoApproved: z.boolean() }),
});
