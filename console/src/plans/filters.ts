import type { Plan } from '@crm/contracts/plans/plans.ts';
import { activity, isActiveOf, type StateOf, search } from '../url/fields.ts';

/** The state in the page's URL. */
export const planFilters = {
  search,
  status: activity,
};
type PlanFilters = StateOf<typeof planFilters>;

/** The plans that match: the search finds names, descriptions and features. */
export function matching(plans: readonly Plan[], { search, status }: PlanFilters): readonly Plan[] {
  const wanted = search.toLowerCase();
  return plans.filter(({ name, description, features, isActive }) => {
    if (status !== 'all' && isActive !== isActiveOf(status)) return false;
    return [name, description ?? '', ...features].some((each) => each.toLowerCase().includes(wanted));
  });
}
