import { useCurrentUser } from '../../auth/currentUser.ts';
import { DetailPage } from '../../pages/DetailPage.tsx';
import { Gate } from '../../pages/Gate.tsx';
import { RoleBadge, UserStatus } from '../list/columns.tsx';
import { users } from '../resource.ts';
import { userTexts } from '../texts.ts';
import { UserActivity } from './UserActivity.tsx';
import { UserDetails } from './UserDetails.tsx';

const texts = userTexts.detail;

/** /users/:id */
export function UserPage() {
  const myId = useCurrentUser()._id;
  return (
    <Gate of={users}>
      {(user) => (
        <DetailPage
          of={users}
          entity={user}
          mayDelete={user._id !== myId}
          badges={
            <>
              <RoleBadge user={user} />
              <UserStatus user={user} />
            </>
          }
          subtitle={`@${user.username}`}
          tabs={[
            { value: 'details', label: texts.detailsTab, content: <UserDetails user={user} /> },
            { value: 'activity', label: texts.activityTab, content: <UserActivity id={user._id} /> },
          ]}
        />
      )}
    </Gate>
  );
}
