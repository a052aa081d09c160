import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../api/errors.ts';
import { formatNumber } from '../../format/count.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Stats } from '../../ui/Stats.tsx';
import { userActivity } from '../queries.ts';
import { userTexts } from '../texts.ts';
import { UserActions } from './UserActions.tsx';

const texts = userTexts.detail.activity;

/** The Activity tab: figures of the user's work, and the work itself. */
export function UserActivity({ id }: { id: string }) {
  const query = useQuery(userActivity(id));
  const stats = query.data?.data;
  if (!stats && query.isError) {
    return <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />;
  }
  const count = (n: number | undefined) => (n === undefined ? null : formatNumber(n));
  return (
    <div className="flex flex-col gap-3">
      <Stats
        stats={[
          { label: texts.assignedLeads, value: count(stats?.assignedLeads) },
          { label: texts.processedLeads, value: count(stats?.totalLeadsProcessed) },
          { label: texts.approvedLeads, value: count(stats?.approvedLeads) },
          { label: texts.approvalRate, value: stats ? `${formatNumber(stats.approvalRate)}%` : null },
          { label: texts.sessions, value: count(stats?.loginSessions) },
          {
            label: texts.lastLogin,
            value: stats ? (
              stats.lastLogin ? (
                <RelativeTime at={stats.lastLogin} />
              ) : (
                texts.neverSignedIn
              )
            ) : null,
          },
        ]}
      />
      <UserActions id={id} />
    </div>
  );
}
