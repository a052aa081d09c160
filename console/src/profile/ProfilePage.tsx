import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { errorText } from '../api/errors.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { useAction } from '../keys/registry.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Page } from '../ui/Page.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { PageLoading } from '../ui/PageLoading.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { useUrlState } from '../url/useUrlState.ts';
import { OrganizationTab } from './organization/OrganizationTab.tsx';
import { ProfileTab } from './ProfileTab.tsx';
import { ownAccount } from './queries.ts';

const group = 'Account Settings';
// Changing tabs replaces the history entry, so that Back leaves the page.
const replace = { replace: true };
const viewUrl = z.object({ tab: z.enum(['profile', 'organization']).default('profile') });

/** Account Settings: the user's own account, and the settings of the organisation. */
export function ProfilePage() {
  useTitle('Account Settings');
  const [url, setUrl] = useUrlState(viewUrl);
  const query = useQuery(ownAccount(useCurrentUser()._id));
  useAction({ label: 'Profile', group, action: 'first-tab', run: () => setUrl({ tab: 'profile' }, replace) });
  useAction({
    label: 'Organization Settings',
    group,
    action: 'second-tab',
    run: () => setUrl({ tab: 'organization' }, replace),
  });

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
      <Tabs
        label="Account Settings"
        value={url.tab}
        onChange={(tab) => setUrl({ tab }, replace)}
        tabs={[
          { value: 'profile', label: 'Profile', content: <ProfileTab user={query.data.data.user} /> },
          { value: 'organization', label: 'Organization Settings', content: <OrganizationTab /> },
        ]}
      />
    </Page>
  );
}
