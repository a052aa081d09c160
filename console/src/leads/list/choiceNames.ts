import type { SignedInUser } from '@crm/contracts/users/user.ts';
import { type Named, nameIn } from '../../pages/list/choices.ts';

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
  const named = [{ _id: user._id, label: user.fullName }, ...lists.flatMap((list) => list ?? [])];
  const unlisted = lists.includes(undefined) ? '…' : undefined;
  return (id) => nameIn(named, id, unlisted);
}
