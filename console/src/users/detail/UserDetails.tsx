import type { User } from '@crm/contracts/users/user.ts';
import { can } from '../../auth/can.ts';
import { formatNumber } from '../../format/count.ts';
import { formatDateTime } from '../../format/date.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { LastLogin, PhoneCell, RoleBadge, UserStatus } from '../list/columns.tsx';

/** The Details tab: account data and permissions. */
export function UserDetails({ user }: { user: User }) {
  const seesAll = can(user, 'see-all-leads');
  return (
    <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
      <Panel title="Account">
        <Facts
          facts={[
            { label: 'Full Name', value: user.fullName },
            { label: 'Username', value: `@${user.username}` },
            {
              label: 'Email',
              value: (
                <a href={`mailto:${user.email}`} className="text-primary-text hover:underline">
                  {user.email}
                </a>
              ),
            },
            { label: 'Phone', value: <PhoneCell user={user} /> },
            { label: 'Department', value: user.department },
            { label: 'Assigned Leads', value: formatNumber(user.assignedLeadsCount) },
            { label: 'Notes', value: user.notes },
          ]}
        />
      </Panel>
      <Panel title="Access">
        <Facts
          facts={[
            { label: 'Role', value: <RoleBadge user={user} /> },
            { label: 'Status', value: <UserStatus user={user} /> },
            { label: 'Can see leads of all operators', value: seesAll ? 'Yes' : 'No' },
            { label: 'Last Login', value: <LastLogin user={user} /> },
            { label: 'Created', value: formatDateTime(user.createdAt) },
            { label: 'Last Updated', value: formatDateTime(user.updatedAt) },
          ]}
        />
      </Panel>
    </div>
  );
}
