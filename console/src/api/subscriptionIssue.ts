import { useSyncExternalStore } from 'react';
import { useToken } from './token.ts';

/** The status of a subscription that refuses some calls and blocks no page: the limit of leads is reached. */
const NOT_BLOCKING = 'lead_limit_reached';

/** With the token of the refused call: the next user of this browser does not see the dialog of the one before. */
type Issue = { subscriptionStatus: string; token: string | null };

let issue: Issue | null = null;
const listeners = new Set<() => void>();

/** Shows the dialog of a refusal that names the subscription as its reason. A block is shown by the session instead. */
export function reportSubscription(subscriptionStatus: unknown, token: string | null): void {
  if (subscriptionStatus === NOT_BLOCKING) setIssue({ subscriptionStatus, token });
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
