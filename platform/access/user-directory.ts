import type { Role } from '@crm/events/envelope/envelope.ts';
import { mayHold } from '@crm/events/envelope/may-hold.ts';
import { idOf } from '@crm/events/streams.ts';
import { changesUser, type UserEvent, userEvents } from '@crm/events/users/events.ts';
import type { RecordedEvent } from '../event-store/port.ts';
import type { Db } from '../postgres/transaction.ts';
import type { Consumer } from '../runner/consumer.ts';
import { decodeEvent } from '../runner/decode-event.ts';

/** A row of the table user_directory. */
export type DirectoryRow = {
  id: string;
  tenant: string;
  email_lower: string;
  full_name: string;
  role: Role;
  is_active: boolean;
  can_see_all_leads: boolean;
  changed_at: Date;
};

/**
 * Keeps the user directory: the table from which sessions and sign-ins read accounts. Its own small consumer instead of
 * the read model `users`, so that an update which rebuilds that one stops no command.
 */
export const userDirectory: Consumer<void> = {
  name: 'user-directory',
  version: 1,
  events: Object.keys(userEvents),
  apply: enterUsers,
};

/**
 * The row after an event of its user; null when the user was deleted, was never created, or was given a role that no
 * account of the tenant may hold.
 */
export function foldUser(
  row: DirectoryRow | null,
  event: UserEvent,
  { stream, meta, at }: Pick<RecordedEvent, 'stream' | 'meta' | 'at'>,
): DirectoryRow | null {
  if (event.type === 'UserCreated') {
    const { email, fullName, role, isActive, canSeeLeadsOfAllOperators } = event.data.details;
    if (!mayHold(role, meta.tenant)) return null;
    return {
      id: idOf(stream),
      tenant: meta.tenant,
      email_lower: email.toLowerCase(),
      full_name: fullName,
      role,
      is_active: isActive,
      can_see_all_leads: canSeeLeadsOfAllOperators,
      changed_at: at,
    };
  }
  if (!row) return null;
  const changed_at = changesUser(event) ? at : row.changed_at;
  switch (event.type) {
    case 'UserEdited': {
      const { email, fullName, role, isActive, canSeeLeadsOfAllOperators } = event.data.changes;
      if (role !== undefined && !mayHold(role, meta.tenant)) return null;
      return {
        ...row,
        email_lower: email?.toLowerCase() ?? row.email_lower,
        full_name: fullName ?? row.full_name,
        role: role ?? row.role,
        is_active: isActive ?? row.is_active,
        can_see_all_leads: canSeeLeadsOfAllOperators ?? row.can_see_all_leads,
        changed_at,
      };
    }
    case 'UserPasswordChanged':
    case 'UserPasswordSetByLink':
    case 'UserInvited':
    case 'UserInvitedToOrganization':
    case 'UserLeadsHandedOver':
    case 'UserPasswordLinkIssued':
    case 'UserSessionsRevoked':
      return { ...row, changed_at };
    case 'UserDeleted':
      return null;
    default:
      return event satisfies never;
  }
}

/** Applies a batch of user events: one read and at most two writes. */
async function enterUsers(events: readonly RecordedEvent[], tx: Db): Promise<void> {
  const ids = [...new Set(events.map(({ stream }) => idOf(stream)))];
  const { rows } = await tx.query<DirectoryRow>(
    `/* every tenant: a batch has events of many */
     select id, tenant, email_lower, full_name, role, is_active, can_see_all_leads, changed_at
       from user_directory where id = any($1)`,
    [ids],
  );
  const users = new Map<string, DirectoryRow | null>(rows.map((row) => [row.id, row]));
  for (const recorded of events) {
    const id = idOf(recorded.stream);
    users.set(id, foldUser(users.get(id) ?? null, decodeEvent(userEvents, recorded), recorded));
  }
  const present = [...users.values()].filter((row) => row !== null);
  const deleted = [...users].flatMap(([id, row]) => (row ? [] : [id]));
  if (present.length > 0)
    await tx.query(
      `insert into user_directory (id, tenant, email_lower, full_name, role, is_active, can_see_all_leads, changed_at)
       select id, tenant, email_lower, full_name, role, is_active, can_see_all_leads, changed_at
         from jsonb_populate_recordset(null::user_directory, $1::jsonb)
       on conflict (id) do update
         set email_lower = excluded.email_lower, full_name = excluded.full_name, role = excluded.role,
             is_active = excluded.is_active, can_see_all_leads = excluded.can_see_all_leads,
             changed_at = excluded.changed_at
         where user_directory.tenant = excluded.tenant`,
      [JSON.stringify(present)],
    );
  if (deleted.length > 0)
    await tx.query(
      '/* every tenant: a batch has events of many */ delete from user_directory where id = any($1)',
      [deleted],
    );
}
