import type { Role } from '@crm/events/envelope/envelope.ts';
import { withChanges } from '@crm/events/language/changes.ts';
import type { EventOf } from '@crm/events/language/define.ts';
import { sessionEvents } from '@crm/events/sessions/events.ts';
import { idOf, userStream } from '@crm/events/streams.ts';
import { changesUser, type UserDetails, type UserEvent, userEvents } from '@crm/events/users/events.ts';
import { adminsOf, allLeadsOf, SUPER_ADMINS, userRoom } from '@crm/platform/live/rooms.ts';
import { projection, type Recorded, table } from '../projection.ts';

/** A user of any tenant. */
export type UserRow = {
  id: string;
  tenant: string;
  username: string;
  email: string;
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
  /** Of the user's stream; sign-ins have their own streams. */
  revision: number;
};

const { SignedIn, SignedOut } = sessionEvents;
const consumed = { ...userEvents, SignedIn, SignedOut };
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
      revision: event.revision,
    };
  }
  if (!row) return null;
  const touched = { ...row, revision: event.revision };
  switch (event.type) {
    case 'UserEdited':
      return {
        ...touched,
        ...columnsOf(withChanges(detailsOf(row), event.data.changes)),
        updated_at: event.at,
      };
    case 'UserPasswordChanged':
    case 'UserPasswordSetByLink':
      return { ...touched, updated_at: event.at };
    case 'UserInvited':
    case 'UserInvitedToOrganization':
    case 'UserLeadsHandedOver':
    case 'UserPasswordLinkIssued':
    case 'UserSessionsRevoked':
      return touched;
    case 'SignedIn':
      return { ...row, last_login: event.at, login_sessions: row.login_sessions + 1 };
    // The sessions are rows of the write side. A new object, so that there are hints.
    case 'SignedOut':
      return { ...row };
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
    full_name: details.fullName,
    phone: details.phone,
    role: details.role,
    is_active: details.isActive,
    can_see_all_leads: details.canSeeLeadsOfAllOperators,
    department: details.department,
    notes: details.notes,
  };
}

/** The details of a user as its events have them. */
export function detailsOf(row: UserRow): UserDetails {
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

/** Whether the event is of a session's stream, not of the user's. */
const isOfSession = (event: Consumed): event is Exclude<Consumed, UserEvent> =>
  event.type === 'SignedIn' || event.type === 'SignedOut';

export const userColumns: { [Column in keyof UserRow]: string } = {
  id: 'uuid not null',
  tenant: 'uuid not null',
  username: 'text not null',
  email: 'text not null',
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
  revision: 'integer not null',
};

const users = table<UserRow, Consumed>({
  name: 'users',
  columns: userColumns,
  key: ['id'],
  indexes: {
    // A tenant has few users, so other filters scan this index.
    users_tenant: '(tenant, created_at, id)',
  },
  keyOf: (event) => ({ id: isOfSession(event) ? event.data.userId : idOf(event.stream) }),
  fold: foldUser,
  hints: (before, after, event) => {
    const row = after ?? before;
    if (!row) return [];
    const hint = { topic: 'users', id: row.id };
    const admins = [{ room: adminsOf(row.tenant), ...hint }];
    if (isOfSession(event) || event.type === 'UserSessionsRevoked') {
      const sessions = { topic: 'sessions', id: row.id };
      // Of the user's other data, a sign-in only changes 'last login', which admins see.
      return [
        ...(event.type === 'SignedIn' ? admins : []),
        { room: adminsOf(row.tenant), ...sessions },
        { room: userRoom(row.id), ...sessions },
      ];
    }
    // An invitation or a link to set a password changes nothing that is shown.
    if (!changesUser(event)) return [];
    return [
      ...admins,
      { room: allLeadsOf(row.tenant), ...hint },
      { room: userRoom(row.id), ...hint },
      { room: SUPER_ADMINS, topic: 'tenants', id: row.tenant },
      // They filter the history of all organisations by user.
      { room: SUPER_ADMINS, ...hint },
    ];
  },
});

/** Users, with figures of their sign-ins. */
export const usersProjection = projection({
  name: 'users',
  version: 3,
  events: consumed,
  tables: [users],
  // Sign-ins and sign-outs have their own streams and change the user's row: they are held behind a failed event of that user.
  sequenceOf: (event) => (isOfSession(event) ? userStream(event.data.userId) : event.stream),
});
