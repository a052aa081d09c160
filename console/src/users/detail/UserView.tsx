import type { User } from '@crm/contracts/users/user.ts';
import { ArrowLeft, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { ActionLink } from '../../keys/ActionLink.tsx';
import { useAction } from '../../keys/registry.ts';
import { paths } from '../../paths.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { useGoBack } from '../../url/useGoBack.ts';
import { useUrlState } from '../../url/useUrlState.ts';
import { DeleteUserDialog } from '../DeleteUserDialog.tsx';
import { RoleBadge, UserStatus } from '../list/columns.tsx';
import { UserActivity } from './UserActivity.tsx';
import { UserDetails } from './UserDetails.tsx';

const group = 'User';
// Changing tabs replaces the history entry, so that Back leaves the page.
const replace = { replace: true };
const viewUrl = z.object({ tab: z.enum(['details', 'activity']).default('details') });

export function UserView({ user }: { user: User }) {
  useTitle(user.fullName);
  const navigate = useNavigate();
  const goBack = useGoBack(paths.users.list);
  const own = useCurrentUser()._id === user._id;
  const [url, setUrl] = useUrlState(viewUrl);
  const [deleting, setDeleting] = useState(false);
  useAction({ label: 'Details', group, action: 'first-tab', run: () => setUrl({ tab: 'details' }, replace) });
  useAction({
    label: 'Activity',
    group,
    action: 'second-tab',
    run: () => setUrl({ tab: 'activity' }, replace),
  });

  return (
    <Page>
      <PageHeader
        title={<span dir="auto">{user.fullName}</span>}
        badges={
          <>
            <RoleBadge user={user} />
            <UserStatus user={user} />
          </>
        }
        subtitle={`@${user.username}`}
        actions={
          <>
            <ActionLink
              label="Edit"
              group={group}
              action="edit"
              icon={Pencil}
              variant="primary"
              to={paths.users.edit(user._id)}
            />
            {!own && (
              <ActionButton
                label="Delete"
                group={group}
                action="delete"
                icon={Trash2}
                onClick={() => setDeleting(true)}
              />
            )}
            <ActionButton
              label="Back"
              group={group}
              action="back"
              icon={ArrowLeft}
              variant="ghost"
              onClick={goBack}
            />
          </>
        }
      />
      <Tabs
        label="User"
        value={url.tab}
        onChange={(tab) => setUrl({ tab }, replace)}
        tabs={[
          { value: 'details', label: 'Details', content: <UserDetails user={user} /> },
          { value: 'activity', label: 'Activity', content: <UserActivity id={user._id} /> },
        ]}
      />
      {deleting && (
        <DeleteUserDialog
          user={user}
          onDeleted={() => void navigate(paths.users.list, { replace: true })}
          onClose={() => setDeleting(false)}
        />
      )}
    </Page>
  );
}
