// Apart from the schemas: the console shows payments without loading zod.

/** A purchase creates an organisation; a renewal continues the subscription of an existing one. */
export const paymentPurposes = ['purchase', 'renewal'] as const;
export type PaymentPurpose = (typeof paymentPurposes)[number];

/** `paid`: the money was captured, and the grant is on its way. */
export const paymentStatuses = [
  'created',
  'failed',
  'paid',
  'granted',
  'needs_attention',
  'refunding',
  'refunded',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Why captured money has no grant: a super admin has to decide. */
export const attentionReasons = [
  'email-taken',
  'amount-differs',
  'paid-twice',
  'organisation-deleted',
  'end-too-late',
] as const;
export type AttentionReason = (typeof attentionReasons)[number];

/** How the product learned about a captured payment. */
export const captureSources = ['checkout', 'webhook', 'reconciliation'] as const;
export type CaptureSource = (typeof captureSources)[number];
