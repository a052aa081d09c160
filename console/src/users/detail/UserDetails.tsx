import type { User } from '@crm/contracts/users/user.ts';
import { can } from '../../auth/can.ts';
import { formatNumber } from '../../format/count.ts';
import { formatDateTime } from '../../format/date.ts';
import { SessionsPanel } from '../../sessions/SessionsPanel.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { LastLogin, PhoneCell, RoleBadge, UserStatus } from '../list/columns.tsx';
import { userTexts } from '../texts.ts';

const texts = userTexts.detail;

/** The Details tab: account data, permissions and sessions. */
export function UserDetails({ user }: { user: User }) {
  const seesAll = can({ ...user, isViewed: false }, 'see-all-leads');
  return (
    <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
      <Panel title={texts.account.title}>
        <Facts
          facts={[
            { label: texts.account.fullName, value: user.fullName },
            { label: texts.account.username, value: `@${user.username}` },
            {
              label: texts.account.email,
              value: (
                <a href={`mailto:${user.email}`} className="text-primary-text hover:underline">
                  {user.email}
                </a>
              ),
            },
            { label: texts.account.phone, value: <PhoneCell user={user} /> },
            { label: texts.account.department, value: user.department },
            { label: texts.account.assignedLeads, value: formatNumber(user.assignedLeadsCount) },
            { label: texts.account.notes, value: user.notes },
          ]}
        />
      </Panel>
      <Panel title={texts.access.title}>
        <Facts
          facts={[
            { label: texts.access.role, value: <RoleBadge user={user} /> },
            { label: texts.access.status, value: <UserStatus user={user} /> },
            { label: texts.access.seesAllLeads, value: seesAll ? texts.access.yes : texts.access.no },
            { label: texts.access.lastLogin, value: <LastLogin user={user} /> },
            { label: texts.access.created, value: formatDateTime(user.createdAt) },
            { label: texts.access.updated, value: formatDateTime(user.updatedAt) },
          ]}
        />
      </Panel>
      <SessionsPanel userId={user._id} />
    </div>
  );
}
