import type { UserId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import { userStream } from '@crm/events/streams.ts';
import { users } from '@crm/events/users/aggregate.ts';
import { load } from '../commands/load.ts';
import type { EventStore } from '../event-store/port.ts';
import type { Account } from '../http/authenticate.ts';

/** A user's account according to the user's stream; null when it does not exist or was deleted. */
export async function readAccount(
  store: EventStore,
  id: UserId,
): Promise<(Account & { email: string }) | null> {
  const { recorded, events, tenant } = await load(store, users.types, userStream(id));
  const user = fold(users.decider, events);
  const last = recorded.at(-1);
  if (user.phase !== 'present' || tenant === null || !last) return null;
  const { fullName: name, email, role, isActive, canSeeLeadsOfAllOperators: canSeeAllLeads } = user.details;
  return { tenant, name, email, role, isActive, canSeeAllLeads, changedAt: last.at };
}
