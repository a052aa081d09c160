import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Archive, ArrowLeft, FlaskConical, History, Pencil, RefreshCw, RotateCcw } from 'lucide-react';
import { ActionButton } from '../../keys/ActionButton.tsx';
import { ActionLink } from '../../keys/ActionLink.tsx';
import { useGoBack } from '../../url/useGoBack.ts';
import type { AskedOfLogs } from './LogDialogs.tsx';

type LogActionsProps = {
  postback: Pick<Postback, '_id'>;
  query: UseQueryResult;
  ask: (asked: AskedOfLogs) => void;
};

const group = 'Postback Logs';

/** What can be done with a postback and its logs. */
export function LogActions({ postback, query, ask }: LogActionsProps) {
  const goBack = useGoBack('/postbacks');
  return (
    <>
      <ActionButton
        label="Refresh"
        group={group}
        keys="r"
        icon={RefreshCw}
        busy={query.isRefetching}
        onClick={() => void query.refetch()}
      />
      <ActionButton
        label="Retry Failed"
        group={group}
        keys="A"
        icon={RotateCcw}
        onClick={() => ask({ kind: 'retry-all' })}
      />
      <ActionButton
        label="Backfill"
        group={group}
        keys="B"
        icon={History}
        onClick={() => ask({ kind: 'backfill' })}
      />
      <ActionButton
        label="Retention"
        group={group}
        keys="x"
        icon={Archive}
        onClick={() => ask({ kind: 'retention' })}
      />
      <ActionLink
        label="Test"
        group={group}
        keys="t"
        icon={FlaskConical}
        to={`/postbacks/${postback._id}/test`}
      />
      <ActionLink label="Edit" group={group} keys="e" icon={Pencil} to={`/postbacks/${postback._id}/edit`} />
      <ActionButton label="Back" group={group} keys="b" icon={ArrowLeft} variant="ghost" onClick={goBack} />
    </>
  );
}
