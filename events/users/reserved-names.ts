import type { TenantId } from '../ids.ts';
import type { UserDetails } from './events.ts';

/**
 * Unique names of a user, in the form for reservations in the event store. Emails are unique in the whole installation,
 * because a sign-in names no tenant. Usernames are unique per tenant, so that no tenant learns another one's usernames.
 */
export function reservedNames(
  { email, username }: Pick<UserDetails, 'email' | 'username'>,
  tenant: TenantId,
): string[] {
  return [`email:${email.toLowerCase()}`, `username:${tenant}:${username.toLowerCase()}`];
}
