import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { errorText } from '../../api/errors.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { usePhone } from '../../ui/useMediaQuery.ts';
import { teamWork } from '../queries.ts';
import { workTexts } from '../texts.ts';
import type { Member } from './member.tsx';
import { TeamCards } from './TeamCards.tsx';
import { TeamTable } from './TeamTable.tsx';

const texts = workTexts.team;

/** The lead of each operator at work, since when, and their calls of today; live. */
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
  const isPhone = usePhone();
  if (members.length === 0) return <EmptyState icon={Users} {...texts.empty} />;
  return isPhone ? <TeamCards members={members} /> : <TeamTable members={members} />;
}
