import { UNANSWERED_KEY, unanswered } from '../api/unanswered.ts';

/** Keys of the browser's storage whose values belong to one user and are removed when that user signs out. */
export const ownKeys = {
  /** In localStorage: form/drafts.ts. */
  drafts: 'drafts',
  /** In sessionStorage: leads/listOrder.ts. */
  listOrder: 'lead-list-order',
  unanswered: UNANSWERED_KEY,
  /** In sessionStorage: payments/checkout/unconfirmed.ts. */
  payment: 'unconfirmed-payment',
} as const;

export function removeOwn(): void {
  unanswered.clear();
  for (const key of Object.values(ownKeys)) {
    localStorage.removeItem(key);
    sessionStorage.removeItem(key);
  }
}
