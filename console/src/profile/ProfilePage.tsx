import { useQuery } from '@tanstack/react-query';
import { errorText } from '../api/errors.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { UrlTabs } from '../pages/PageTabs.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Page } from '../ui/Page.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { PageLoading } from '../ui/PageLoading.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { OrganizationTab } from './organization/OrganizationTab.tsx';
import { ProfileTab } from './ProfileTab.tsx';
import { ownAccount } from './queries.ts';

/** Account Settings: the user's own account, and the settings of the organisation. */
export function ProfilePage() {
  useTitle('Account Settings');
  const query = useQuery(ownAccount(useCurrentUser()._id));

  if (query.isPending) return <PageLoading />;
  if (!query.data) {
    return (
      <ErrorState
        page
        title="Failed to Load Profile"
        text={errorText(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return (
    <Page>
      <PageHeader title="Account Settings" />
      <UrlTabs
        group="Account Settings"
        tabs={[
          { value: 'profile', label: 'Profile', content: <ProfileTab user={query.data.data.user} /> },
          { value: 'organization', label: 'Organization Settings', content: <OrganizationTab /> },
        ]}
      />
    </Page>
  );
}
