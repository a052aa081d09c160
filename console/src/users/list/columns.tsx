import type { User } from '@crm/contracts/users/user.ts';
import { roleName } from '../../auth/roles.ts';
import { formatDate } from '../../format/date.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Day } from '../../ui/Day.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { NameCell } from '../../ui/table/NameCell.tsx';
import { RowActions } from '../../ui/table/RowActions.tsx';
import { telOf } from '../../ui/tel.ts';
import { users } from '../resource.ts';
import { userTexts } from '../texts.ts';

const texts = userTexts.list;

type Row = { user: User };
type ActionsProps = Row & { myId: string; onDelete: (user: User) => void };

export function userColumns(myId: string, onDelete: (user: User) => void): Column<User>[] {
  return [
    {
      id: 'name',
      header: texts.columns.name,
      width: 12.5,
      cell: (user, dense) => <UserName user={user} dense={dense} />,
    },
    {
      id: 'email',
      header: texts.columns.email,
      width: 12.5,
      cell: (user) => (
        <a href={`mailto:${user.email}`} title={user.email} className="block truncate hover:underline">
          {user.email}
        </a>
      ),
    },
    { id: 'role', header: texts.columns.role, width: 7.25, cell: (user) => <RoleBadge user={user} /> },
    { id: 'phone', header: texts.columns.phone, width: 9.5, cell: (user) => <PhoneCell user={user} /> },
    { id: 'status', header: texts.columns.status, width: 5.5, cell: (user) => <UserStatus user={user} /> },
    { id: 'lastLogin', header: texts.columns.lastLogin, width: 8, cell: (user) => <LastLogin user={user} /> },
    {
      id: 'created',
      header: texts.columns.created,
      width: 7.5,
      cell: (user) => <Day at={user.createdAt} />,
    },
    {
      id: 'actions',
      header: texts.columns.actions,
      width: 7,
      cell: (user) => <UserActions user={user} myId={myId} onDelete={onDelete} />,
    },
  ];
}

function UserName({ user, dense }: Row & { dense: boolean }) {
  return (
    <NameCell name={user.fullName} to={paths.users.one(user._id)} dense={dense} className="text-primary-text">
      {' '}
      <span className="truncate text-xs text-muted">@{user.username}</span>
    </NameCell>
  );
}

export function RoleBadge({ user }: { user: Pick<User, 'role'> }) {
  return <Badge tone={user.role === 'operator' ? 'neutral' : 'info'}>{roleName(user.role)}</Badge>;
}

export function UserStatus({ user }: { user: Pick<User, 'isActive'> }) {
  return <StatusBadge status={user.isActive ? 'active' : 'inactive'} />;
}

export function PhoneCell({ user }: Row) {
  if (!user.phone) return <span className="text-muted">{texts.noPhone}</span>;
  return (
    <a href={telOf(user.phone)} className="whitespace-nowrap tabular-nums hover:underline">
      {user.phone}
    </a>
  );
}

export function LastLogin({ user }: Row) {
  if (!user.lastLogin) return <span className="text-muted">{texts.neverSignedIn}</span>;
  return <RelativeTime at={user.lastLogin} />;
}

function UserActions({ user, myId, onDelete }: ActionsProps) {
  return (
    <RowActions
      name={texts.row(user.fullName)}
      to={paths.users.one(user._id)}
      manage={users.manage}
      onDelete={() => onDelete(user)}
      undeletable={user._id === myId ? texts.notYourself : null}
    />
  );
}

/** A user on a phone. */
export function UserCard({ user, myId, onDelete }: ActionsProps) {
  return (
    <article className="flex flex-col gap-1.5 text-sm">
      <div className="flex items-start justify-between gap-2">
        <UserName user={user} dense={false} />
        <span className="flex shrink-0 gap-1">
          <RoleBadge user={user} />
          <UserStatus user={user} />
        </span>
      </div>
      <p className="truncate">{user.email}</p>
      <p>
        <PhoneCell user={user} />
      </p>
      <div className="flex items-center justify-between gap-2 border-t pt-1">
        <div className="text-xs text-muted">
          <p>{texts.lastLogin(<LastLogin key="time" user={user} />)}</p>
          <p>{texts.created(formatDate(user.createdAt))}</p>
        </div>
        <UserActions user={user} myId={myId} onDelete={onDelete} />
      </div>
    </article>
  );
}
