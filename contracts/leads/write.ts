import { Currency } from '@crm/events/language/money.ts';
import { CommentType, LeadStatus, PaymentMode } from '@crm/events/leads/vocabulary.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  absentOr,
  age,
  amount,
  byId,
  flag,
  id,
  idOf,
  nothing,
  optional,
  optionalEmail,
  optionalPhone,
  optionalText,
  phone,
  positiveAmount,
  quantity,
  requiredText,
} from '../fields.ts';
import { texts } from '../texts.ts';
import { Comment, Lead } from './lead.ts';

export const ORDER_ID_LENGTH = 100;
/** Whether a text is a valid order id: no spaces or commas, because the box of order ids splits at these. */
export const isOrderId = (text: string) => /^[^\s,]+$/.test(text);

const orderId = z
  .string({ error: 'Must be text' })
  .trim()
  .max(ORDER_ID_LENGTH, { error: texts.atMost(ORDER_ID_LENGTH) })
  .refine(isOrderId, { error: 'Cannot contain spaces or commas' });

const country = optionalText(2).refine((code) => code === null || code.length === 2, {
  error: 'Must be exactly 2 characters',
});

/** Optional fields of all ways to create or change a lead. */
const optionalFields = {
  alternatePhone: optionalPhone,
  email: optionalEmail,
  age: optional(age),
  address: optionalText(500, 5),
  address2: optionalText(500),
  landmark: optionalText(200),
  area: optionalText(200),
  postOffice: optionalText(100),
  district: optionalText(100),
  nearBy: optionalText(200),
  city: optionalText(100, 2),
  state: optionalText(100, 2),
  postIndex: optionalText(20, 3),
  country,
  productToBeShipped: optionalText(500),
  advanceAmount: optional(amount),
  webmaster: optionalText(200),
  sub1: optionalText(200),
  sub2: optionalText(200),
  sub3: optionalText(200),
  sub4: optionalText(200),
  sub5: optionalText(200),
  remarks: optionalText(2000),
};

/** Without defaults: in an edit, a missing field stays unchanged. */
const leadFields = z.strictObject({
  fullName: requiredText(2, 100),
  phone,
  productName: requiredText(1, 200),
  quantity,
  price: positiveAmount,
  paymentMode: PaymentMode,
  offer: optional(id),
  currency: optional(Currency),
  isUrgent: flag,
  requiresCallback: flag,
  ...optionalFields,
});

/** The lead form of admins. */
export const LeadForm = leadFields.extend({
  paymentMode: PaymentMode.default('cod'),
  isUrgent: flag.default(false),
  requiresCallback: flag.default(false),
});

/** Creates a lead as an admin. */
export const createLead = endpoint({
  method: 'POST',
  path: '/leads',
  body: LeadForm.extend({ orderId: optional(orderId) }).partial({
    offer: true,
    currency: true,
    paymentMode: true,
    isUrgent: true,
    requiresCallback: true,
    orderId: true,
  }),
  data: z.object({ lead: Lead.pick({ _id: true, orderId: true, status: true }) }),
});

/**
 * Receives a lead from a partner: JSON or form-encoded, from any origin. Unknown fields are stored under
 * `extra`.
 */
export const receiveLead = endpoint({
  method: 'POST',
  path: '/leads',
  body: z.looseObject({
    phone,
    fullName: requiredText(2, 100),
    offer: idOf(absentOr('Must be the id of an offer')),
    quantity,
    orderId: optional(orderId),
    productName: optionalText(200),
    price: optional(positiveAmount),
    total: optional(amount),
    currency: optional(Currency),
    paymentMode: optional(PaymentMode),
    isUrgent: optional(flag),
    requiresCallback: optional(flag),
    ...optionalFields,
  }),
  data: z.object({ lead: Lead.pick({ _id: true, orderId: true, status: true }) }),
});

/** Changes the lead form's fields, or the status as an admin; never both in one call. */
export const updateLead = endpoint({
  method: 'PUT',
  path: '/leads/:id',
  params: byId,
  body: z
    .strictObject({
      ...leadFields.partial().shape,
      status: LeadStatus.optional(),
      statusReason: optionalText(500),
      adminComment: optionalText(2000),
      /** The revision that was read; the edit is refused if the lead has changed since. */
      revision: z.int().min(0).optional(),
    })
    .refine((body) => !body.statusReason || body.status, { error: texts.required, path: ['status'] }),
  data: nothing,
});

export const deleteLead = endpoint({ method: 'DELETE', path: '/leads/:id', params: byId, data: nothing });

/** Assigns the lead; an empty or null operator unassigns it. */
export const assignLead = endpoint({
  method: 'POST',
  path: '/leads/:id/assign',
  params: byId,
  body: z.strictObject({
    operatorId: optional(id),
    reason: optionalText(500),
  }),
  data: nothing,
});

export const CommentForm = z.strictObject({
  content: requiredText(1, 2000),
  type: CommentType.default('internal'),
  isInternal: flag.default(true),
  isImportant: flag.default(false),
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
      reason: optionalText(500),
      comment: optionalText(2000),
    })
    .transform(({ status, newStatus, ...rest }) => ({ ...rest, status: newStatus ?? status }))
    .refine((body) => body.status !== undefined, { error: texts.required, path: ['status'] }),
  data: z.object({ requiresApproval: z.boolean(), autoApproved: z.boolean() }),
});
