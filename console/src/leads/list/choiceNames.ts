import type { SignedInUser } from '@crm/contracts/users/user.ts';
import type { Named } from '../../pages/list/choices.ts';
import { pageTexts } from '../../pages/texts.ts';

/**
 * Returns the function that names the id in a filter: '…' while a list loads, 'Not available' for an id of no list.
 *
 * @param user operators load no list of operators, but their dashboard links to their own leads
 * @param lists undefined while one loads
 */
export function choiceNames(
  user: Pick<SignedInUser, '_id' | 'fullName'>,
  lists: readonly (readonly Named[] | undefined)[],
): (id: string) => string {
  const named = lists.flatMap((list) => list ?? []);
  const names = new Map(named.map(({ _id, label }) => [_id, label]));
  names.set(user._id, user.fullName);
  const unknown = lists.includes(undefined) ? '…' : pageTexts.filters.notAvailable;
  return (id) => names.get(id) ?? unknown;
}
