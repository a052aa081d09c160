import type { Answered } from '@crm/contracts/endpoint.ts';
import type * as workContract from '@crm/contracts/work/work.ts';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { Link } from 'react-router-dom';
import { errorText } from '../../api/errors.ts';
import { formatNumber } from '../../format/count.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import type { Tone } from '../../ui/tone.ts';
import { teamWork } from '../queries.ts';
import { workTexts } from '../texts.ts';

const texts = workTexts.team;

type Member = Answered<typeof workContract.teamWork>[number];

const tones: Record<Member['state'], Tone> = {
  working: 'ok',
  idle: 'neutral',
  break: 'warn',
  'signed-out': 'neutral',
};

/** What each operator works on, since when, and their calls of today; live. */
export function TeamPage() {
  const query = useQuery(teamWork());
  return (
    <Page>
      <PageHeader title={workTexts.title} />
      <Panel>
        {query.data ? (
          <Team members={query.data} />
        ) : query.isError ? (
          <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonLines count={5} />
        )}
      </Panel>
    </Page>
  );
}

function Team({ members }: { members: readonly Member[] }) {
  if (members.length === 0) return <EmptyState icon={Users} title={texts.empty} />;
  const { columns } = texts;
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm whitespace-nowrap">
        <thead>
          <tr className="border-b text-left text-muted">
            <th className="py-1.5 pr-3 font-medium">{columns.operator}</th>
            <th className="px-3 py-1.5 font-medium">{columns.state}</th>
            <th className="px-3 py-1.5 font-medium">{columns.lead}</th>
            <th className="px-3 py-1.5 font-medium">{columns.since}</th>
            <th className="px-3 py-1.5 text-right font-medium">{columns.callsToday}</th>
            <th className="px-3 py-1.5 text-right font-medium">{columns.callsLastHour}</th>
            <th className="py-1.5 pl-3 text-right font-medium">{columns.requestsToday}</th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.operatorId} className="border-b last:border-0">
              <td className="py-1.5 pr-3" dir="auto">
                {member.fullName}
              </td>
              <td className="px-3 py-1.5">
                <Badge tone={tones[member.state]}>{texts.states[member.state]}</Badge>
              </td>
              <td className="px-3 py-1.5">
                {member.lead && (
                  <Link
                    to={paths.leads.one(member.lead._id)}
                    className="rounded-ui text-primary-text hover:underline"
                  >
                    <bdi>{member.lead.fullName}</bdi> · {member.lead.orderId}
                  </Link>
                )}
              </td>
              <td className="px-3 py-1.5 text-muted">
                <RelativeTime at={member.since} />
              </td>
              <td className="px-3 py-1.5 text-right tabular-nums">{formatNumber(member.callsToday)}</td>
              <td className="px-3 py-1.5 text-right tabular-nums">{formatNumber(member.callsLastHour)}</td>
              <td className="py-1.5 pl-3 text-right tabular-nums">{formatNumber(member.requestsToday)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
