import type { Role } from '@crm/events/envelope/envelope.ts';
import { withChanges } from '@crm/events/language/changes.ts';
import type { EventOf } from '@crm/events/language/define.ts';
import { sessionEvents } from '@crm/events/sessions/events.ts';
import { idOf, userStream } from '@crm/events/streams.ts';
import { type UserDetails, userEvents } from '@crm/events/users/events.ts';
import { adminsOf, allLeadsOf, userRoom } from '@crm/platform/live/rooms.ts';
import { projection, type Recorded, table } from '../projection.ts';

/** A user of any tenant. */
export type UserRow = {
  id: string;
  tenant: string;
  username: string;
  email: string;
  email_lower: string;
  full_name: string;
  phone: string | null;
  role: Role;
  is_active: boolean;
  can_see_all_leads: boolean;
  department: string | null;
  notes: string | null;
  last_login: Date | null;
  login_sessions: number;
  created_at: Date;
  updated_at: Date;
};

const consumed = { ...userEvents, SignedIn: sessionEvents.SignedIn };
type Consumed = EventOf<typeof consumed>;

export function foldUser(row: UserRow | null, event: Recorded<Consumed>): UserRow | null {
  if (event.type === 'UserCreated') {
    return {
      id: idOf(event.stream),
      tenant: event.meta.tenant,
      ...columnsOf(event.data.details),
      last_login: null,
      login_sessions: 0,
      created_at: event.at,
      updated_at: event.at,
    };
  }
  if (!row) return null;
  switch (event.type) {
    case 'UserEdited':
      return {
        ...row,
        ...columnsOf(withChanges(detailsOf(row), event.data.changes)),
        updated_at: event.at,
      };
    case 'UserPasswordChanged':
      return { ...row, updated_at: event.at };
    case 'UserLeadsHandedOver':
      return row;
    case 'SignedIn':
      return { ...row, last_login: event.at, login_sessions: row.login_sessions + 1 };
    case 'UserDeleted':
      return null;
    default:
      return event satisfies never;
  }
}

function columnsOf(details: UserDetails) {
  return {
    username: details.username,
    email: details.email,
    email_lower: details.email.toLowerCase(),
    full_name: details.fullName,
    phone: details.phone,
    role: details.role,
    is_active: details.isActive,
    can_see_all_leads: details.canSeeLeadsOfAllOperators,
    department: details.department,
    notes: details.notes,
  };
}

function detailsOf(row: UserRow): UserDetails {
  return {
    username: row.username,
    email: row.email,
    fullName: row.full_name,
    phone: row.phone,
    role: row.role,
    isActive: row.is_active,
    canSeeLeadsOfAllOperators: row.can_see_all_leads,
    department: row.department,
    notes: row.notes,
  };
}

const users = table<UserRow, Consumed>({
  name: 'users',
  columns: {
    id: 'uuid not null',
    tenant: 'uuid not null',
    username: 'text not null',
    email: 'text not null',
    email_lower: 'text collate "C" not null',
    full_name: 'text not null',
    phone: 'text',
    role: 'text not null',
    is_active: 'boolean not null',
    can_see_all_leads: 'boolean not null',
    department: 'text',
    notes: 'text',
    last_login: 'timestamptz',
    login_sessions: 'integer not null',
    created_at: 'timestamptz not null',
    updated_at: 'timestamptz not null',
  },
  key: ['id'],
  indexes: {
    // Unused, because sign-in reads the user directory: remove it and the column when the version rises.
    users_email: '(email_lower)',
    // A tenant has few users, so other filters scan this index.
    users_tenant: '(tenant, created_at, id)',
  },
  keyOf: (event) => ({ id: event.type === 'SignedIn' ? event.data.userId : idOf(event.stream) }),
  fold: foldUser,
  hints: (before, after, event) => {
    const row = after ?? before;
    if (!row) return [];
    const hint = { topic: 'users', id: row.id };
    const admins = [{ room: adminsOf(row.tenant), ...hint }];
    // A sign-in only changes 'last login', which admins see.
    if (event.type === 'SignedIn') return admins;
    return [...admins, { room: allLeadsOf(row.tenant), ...hint }, { room: userRoom(row.id), ...hint }];
  },
});

/** Users, with figures of their sign-ins. */
export const usersProjection = projection({
  name: 'users',
  version: 1,
  events: consumed,
  tables: [users],
  // A sign-in has its own stream and changes the user's row: it is held behind a failed event of that user.
  sequenceOf: (event) => (event.type === 'SignedIn' ? userStream(event.data.userId) : event.stream),
});
