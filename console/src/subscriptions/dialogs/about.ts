import type { Subscription } from '@crm/contracts/subscriptions/subscriptions.ts';
import { periodTypes } from '@crm/events/subscriptions/vocabulary.ts';
import { subscriptionTexts } from '../texts.ts';

export type About = { subscription: Subscription; onClose: () => void };

export const periodOptions = periodTypes.map((value) => ({
  value,
  label: subscriptionTexts.periods[value],
}));

/** A whole number from 1, as typed; null for another text. */
export function typedCount(text: string): number | null {
  return /^[1-9]\d{0,3}$/.test(text.trim()) ? Number(text) : null;
}
