import { mayHold } from '@crm/events/envelope/may-hold.ts';
import type { UserId } from '@crm/events/ids.ts';
import { fold } from '@crm/events/language/decider.ts';
import { userStream } from '@crm/events/streams.ts';
import { users } from '@crm/events/users/aggregate.ts';
import { changesUser, type UserDetails } from '@crm/events/users/events.ts';
import { load } from '../commands/load.ts';
import type { EventStore } from '../event-store/port.ts';
import type { Account } from '../http/authenticate.ts';

/** A user's account with everything that its stream contains. */
export type FullAccount = Account & { details: UserDetails; createdAt: Date };

/**
 * A user's account according to the user's stream; null when it does not exist, was deleted, or has a role that no
 * account of its tenant may hold.
 */
export async function readAccount(
  store: Pick<EventStore, 'readStream'>,
  id: UserId,
): Promise<FullAccount | null> {
  const { recorded, events, tenant } = await load(store, users.types, userStream(id));
  const user = fold(users.decider, events);
  const [first] = recorded;
  const last = recorded[events.findLastIndex(changesUser)];
  if (user.phase !== 'present' || tenant === null || !first || !last) return null;
  const { details } = user;
  const { fullName: name, role, isActive, canSeeLeadsOfAllOperators: canSeeAllLeads } = details;
  if (!mayHold(role, tenant)) return null;
  const times = { createdAt: first.at, changedAt: last.at };
  return { tenant, name, role, isActive, canSeeAllLeads, details, ...times };
}
