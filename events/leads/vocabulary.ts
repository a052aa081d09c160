/**
 * The enumerations of leads; console and server both use them. Their zod schemas are in vocabulary-schemas.ts: the
 * console shows its first rows without zod.
 */
export const leadStatuses = ['processing', 'approved', 'cancelled', 'hold', 'trash'] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** The statuses of quick and bulk updates; only the status dialog returns a lead to processing. */
export const quickStatuses = [
  'approved',
  'cancelled',
  'hold',
  'trash',
] as const satisfies readonly LeadStatus[];

export const paymentModes = ['cod', 'prepaid', 'partial'] as const;
export type PaymentMode = (typeof paymentModes)[number];

export const orderSources = ['api', 'manual', 'import'] as const;
export type OrderSource = (typeof orderSources)[number];

export const commentTypes = ['internal', 'customer', 'follow_up', 'status', 'system'] as const;
export type CommentType = (typeof commentTypes)[number];

/** Whether the reason of an event is the notes of the admin who decided the request. */
export const hasAdminNotes = (eventType: string): boolean =>
  eventType === 'LeadStatusChangeApproved' || eventType === 'LeadStatusChangeRejected';

/** Statuses that require a reason. */
export const needsReason = (status: LeadStatus) => status === 'cancelled' || status === 'trash';
