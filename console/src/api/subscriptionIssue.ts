import { useSyncExternalStore } from 'react';

/** The status of a subscription that refuses some calls and blocks no page: the limit of leads is reached. */
const NOT_BLOCKING = 'lead_limit_reached';

let issue: string | null = null;
const listeners = new Set<() => void>();

/** Shows the dialog of a refusal that names the subscription as its reason. A block is shown by the session instead. */
export function reportSubscription(subscriptionStatus: unknown): void {
  if (subscriptionStatus === NOT_BLOCKING) setIssue(NOT_BLOCKING);
}

/** Closes the dialog; the next such refusal opens it again. */
export const dismissSubscriptionIssue = () => setIssue(null);

/** The subscription's status that a call was refused with; null when none was, or the user has closed the dialog. */
export function useSubscriptionIssue(): string | null {
  return useSyncExternalStore(subscribe, () => issue);
}

function setIssue(next: string | null): void {
  issue = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
