import type { SubscriptionBlock } from '@crm/contracts/auth/auth.ts';

/** Statuses with which the server refuses all work; the dialog of any other one can be closed. */
const BLOCKING: ReadonlySet<string> = new Set(['none', 'expired', 'no_parent']);

export const isBlocking = (subscriptionStatus: string) => BLOCKING.has(subscriptionStatus);

/**
 * The dialog to show: that of the session's block, else that of a refused call. A refusal by a block is left to the session,
 * which knows when the block ends.
 *
 * @param refusedBy the subscription's status that a call was refused with; null when none was
 */
export function shownBlock(
  block: SubscriptionBlock | null,
  refusedBy: string | null,
): SubscriptionBlock | null {
  if (block) return block;
  return refusedBy === null || isBlocking(refusedBy)
    ? null
    : { subscriptionStatus: refusedBy, endDate: null };
}
