import { useSyncExternalStore } from 'react';
import { useToken } from './token.ts';

/** With the token of the refused call: the next user of this browser does not see the dialog of the one before. */
type Issue = { subscriptionStatus: string; token: string | null };

let issue: Issue | null = null;
const listeners = new Set<() => void>();

/** Reports a refusal that names the subscription as its reason; subscriptions/block/shown.ts says which of them are shown. */
export function reportSubscription(subscriptionStatus: unknown, token: string | null): void {
  if (typeof subscriptionStatus === 'string') setIssue({ subscriptionStatus, token });
}

/** Closes the dialog; the next such refusal opens it again. */
export const dismissSubscriptionIssue = () => setIssue(null);

/** The subscription's status that a call with this token was refused with; null when none was, or after a dismissal. */
export const subscriptionIssueOf = (token: string | null): string | null =>
  issue?.token === token ? issue.subscriptionStatus : null;

/** The same for the session of this tab. */
export function useSubscriptionIssue(): string | null {
  const token = useToken();
  return useSyncExternalStore(subscribe, () => subscriptionIssueOf(token));
}

function setIssue(next: Issue | null): void {
  issue = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
