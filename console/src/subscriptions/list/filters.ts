import type { Plan } from '@crm/contracts/plans/plans.ts';
import type { Subscription } from '@crm/contracts/subscriptions/subscriptions.ts';
import { subscriptionStatuses } from '@crm/events/subscriptions/vocabulary.ts';
import { idOr, oneOf, paging, type StateOf, search, viewed } from '../../url/fields.ts';

/** The state in the page's URL. */
export const subscriptionListState = {
  ...paging,
  ...viewed,
  search,
  status: oneOf(['all', ...subscriptionStatuses], 'all'),
  plan: idOr('all'),
};
export type SubscriptionListState = StateOf<typeof subscriptionListState>;

/** Filters and pages the subscriptions in the browser. */
export function pageOf(all: readonly Subscription[], state: SubscriptionListState) {
  const { page, limit, search, status, plan } = state;
  const wanted = search.toLowerCase();
  const found = all.filter(({ userId, planId, ...each }) => {
    if (status !== 'all' && each.status !== status) return false;
    if (plan !== 'all' && planId._id !== plan) return false;
    return [userId?.fullName ?? '', userId?.email ?? '', planId.name].some((name) =>
      name.toLowerCase().includes(wanted),
    );
  });
  return {
    all,
    data: found.slice((page - 1) * limit, page * limit),
    pagination: { page, total: found.length, totalPages: Math.max(1, Math.ceil(found.length / limit)) },
  };
}

/**
 * The plans of the filter: each plan, also one that was deleted and still has a subscription. A plan that was sold has the name
 * with which it was last sold, as the rows do.
 */
export function plansOf(
  all: readonly Subscription[],
  plans: readonly Pick<Plan, '_id' | 'name'>[],
): { value: string; label: string }[] {
  const sold = new Map<string, Subscription['planId']>();
  for (const { planId } of all)
    if (planId.edition >= (sold.get(planId._id)?.edition ?? 0)) sold.set(planId._id, planId);
  return [...plans.filter(({ _id }) => !sold.has(_id)), ...sold.values()]
    .map(({ _id, name }) => ({ value: _id, label: name }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
