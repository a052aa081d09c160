import { useQuery } from '@tanstack/react-query';
import { errorText } from '../api/errors.ts';
import { can } from '../auth/can.ts';
import { useCurrentUser } from '../auth/currentUser.ts';
import { UrlTabs } from '../pages/PageTabs.tsx';
import { SubscriptionTab } from '../payments/account/SubscriptionTab.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Page } from '../ui/Page.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { PanelsLoading } from '../ui/PageLoading.tsx';
import { useTitle } from '../ui/useTitle.ts';
import { OrganizationTab } from './organization/OrganizationTab.tsx';
import { ProfileTab } from './ProfileTab.tsx';
import { ownAccount } from './queries.ts';
import { profileTexts } from './texts.ts';

const texts = profileTexts.page;

/** Account Settings: the user's own account, and for admins the settings of the organisation. */
export function ProfilePage() {
  useTitle(texts.title);
  const current = useCurrentUser();
  const query = useQuery(ownAccount(current._id));

  if (query.isPending)
    return (
      <Page>
        <PageHeader title={texts.title} />
        <PanelsLoading className="mt-8" />
      </Page>
    );
  if (!query.data) {
    return (
      <ErrorState
        page
        title={texts.loadFailed}
        text={errorText(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  }
  const profile = <ProfileTab user={query.data.data.user} />;
  const settings = [
    { value: 'profile', label: texts.profileTab, content: profile },
    { value: 'organization', label: texts.organizationTab, content: <OrganizationTab /> },
  ] as const;
  return (
    <Page>
      <PageHeader title={texts.title} />
      {can(current, 'open-settings') ? (
        <UrlTabs
          group={texts.title}
          plain="profile"
          tabs={
            can(current, 'see-organization')
              ? [
                  { value: 'subscription', label: texts.subscriptionTab, content: <SubscriptionTab /> },
                  ...settings,
                ]
              : settings
          }
        />
      ) : (
        profile
      )}
    </Page>
  );
}
