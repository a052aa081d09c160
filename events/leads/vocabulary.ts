import { z } from 'zod';

/** The enumerations of leads; console and server both use them. */
export const leadStatuses = ['processing', 'approved', 'cancelled', 'hold', 'trash'] as const;
export const LeadStatus = z.enum(leadStatuses, { error: `Must be one of ${leadStatuses.join(', ')}` });
export type LeadStatus = z.infer<typeof LeadStatus>;

/** The statuses of quick and bulk updates; only the status dialog returns a lead to processing. */
export const quickStatuses = [
  'approved',
  'cancelled',
  'hold',
  'trash',
] as const satisfies readonly LeadStatus[];
export const QuickStatus = z.enum(quickStatuses, { error: `Must be one of ${quickStatuses.join(', ')}` });

export const paymentModes = ['cod', 'prepaid', 'partial'] as const;
export const PaymentMode = z.enum(paymentModes, { error: `Must be one of ${paymentModes.join(', ')}` });
export type PaymentMode = z.infer<typeof PaymentMode>;

const orderSources = ['api', 'manual', 'import'] as const;
export const OrderSource = z.enum(orderSources, { error: `Must be one of ${orderSources.join(', ')}` });
export type OrderSource = z.infer<typeof OrderSource>;

const commentTypes = ['internal', 'customer', 'follow_up', 'status', 'system'] as const;
export const CommentType = z.enum(commentTypes, { error: `Must be one of ${commentTypes.join(', ')}` });
export type CommentType = z.infer<typeof CommentType>;

/** Statuses that require a reason. */
export const needsReason = (status: LeadStatus) => status === 'cancelled' || status === 'trash';
