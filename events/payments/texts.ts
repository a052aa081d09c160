import type { AttentionReason } from './vocabulary.ts';

/** Why a payment needs attention, for people: in the history, and beside the payment. */
export const attentionTexts: Record<AttentionReason, string> = {
  'email-taken': 'Another account got this email before the payment arrived',
  'amount-differs': 'The paid amount or currency differs from the order',
  'paid-twice': 'The order was paid a second time',
  'organisation-deleted': 'The organization was deleted before the payment arrived',
  'end-too-late': 'The subscription would end after 2099',
};
