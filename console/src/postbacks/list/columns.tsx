import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Day } from '../../ui/Day.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { NameCell } from '../../ui/table/NameCell.tsx';
import { successLook, successPercent, triggerLabels } from '../labels.ts';
import { postbackTexts } from '../texts.ts';
import { PostbackActions } from './PostbackActions.tsx';
import { PostbackToggle } from './PostbackToggle.tsx';

type Row = { postback: Postback };
type WithDelete = { onDelete: (postback: Postback) => void };

export function postbackColumns(onDelete: (postback: Postback) => void): Column<Postback>[] {
  return [
    {
      id: 'name',
      header: postbackTexts.list.columns.name,
      width: 12,
      cell: (postback, dense) => <PostbackName postback={postback} dense={dense} />,
    },
    {
      id: 'url',
      header: postbackTexts.list.columns.url,
      width: 12,
      cell: ({ url }) => <Address url={url} />,
    },
    {
      id: 'method',
      header: postbackTexts.list.columns.method,
      width: 4.5,
      cell: ({ method }) => <Method method={method} />,
    },
    {
      id: 'triggers',
      header: postbackTexts.list.columns.triggers,
      width: 10,
      cell: (postback, dense) => <TriggersCell postback={postback} dense={dense} />,
    },
    {
      id: 'performance',
      header: postbackTexts.list.columns.performance,
      width: 7,
      cell: (postback, dense) => <PerformanceCell postback={postback} dense={dense} />,
    },
    {
      id: 'status',
      header: postbackTexts.list.columns.status,
      width: 8.5,
      cell: (postback) => <PostbackToggle postback={postback} />,
    },
    {
      id: 'created',
      header: postbackTexts.list.columns.created,
      width: 7,
      cell: ({ createdAt }) => <Day at={createdAt} />,
    },
    {
      id: 'actions',
      header: postbackTexts.list.columns.actions,
      width: 8.75,
      cell: (postback) => <PostbackActions postback={postback} onDelete={onDelete} />,
    },
  ];
}

function PostbackName({ postback, dense }: Row & { dense: boolean }) {
  return (
    <NameCell name={postback.name} to={paths.postbacks.logs(postback._id)} dense={dense}>
      {!dense && postback.description && (
        <span className="truncate text-xs text-muted" dir="auto" title={postback.description}>
          {postback.description}
        </span>
      )}
    </NameCell>
  );
}

function Address({ url }: { url: string }) {
  return (
    <span title={url} className="block truncate font-mono text-xs leading-5 text-muted">
      {url}
    </span>
  );
}

function Method({ method }: { method: Postback['method'] }) {
  return <Badge tone="neutral">{method}</Badge>;
}

const SHOWN = 2;

/** The first two trigger names and the number of others; the title and screen readers get all names. */
function TriggersCell({ postback, dense }: Row & { dense: boolean }) {
  const names = postback.triggerEvents.map((event) => triggerLabels[event]);
  const all = names.join(', ');
  if (dense) return <span title={all}>{all}</span>;
  return (
    <span className="flex flex-wrap gap-1" title={all}>
      {names.slice(0, SHOWN).map((name) => (
        <Badge key={name} tone="info">
          {name}
        </Badge>
      ))}
      {names.length > SHOWN && (
        <Badge>
          +{names.length - SHOWN}
          <span className="sr-only">: {names.slice(SHOWN).join(', ')}</span>
        </Badge>
      )}
    </span>
  );
}

function PerformanceCell({ postback, dense }: Row & { dense: boolean }) {
  const percent = successPercent(postback.stats);
  if (percent === null) return <span className="text-muted">{postbackTexts.list.performance.none}</span>;
  return (
    <div className={dense ? 'truncate tabular-nums' : 'flex flex-col tabular-nums'}>
      <span>{postbackTexts.list.performance.sent(postback.stats.totalSent)}</span>{' '}
      <span className={`text-xs font-medium ${successLook(percent)}`}>
        {postbackTexts.list.performance.success(percent)}
      </span>
    </div>
  );
}

/** A postback on a phone. */
export function PostbackCard({ postback, onDelete }: Row & WithDelete) {
  return (
    <article className="flex flex-col gap-2 text-sm">
      <div className="flex items-start justify-between gap-2">
        <PostbackName postback={postback} dense={false} />
        <Method method={postback.method} />
      </div>
      <Address url={postback.url} />
      <TriggersCell postback={postback} dense={false} />
      <PerformanceCell postback={postback} dense />
      <div className="flex flex-wrap items-center justify-between gap-2 border-t pt-1">
        <PostbackToggle postback={postback} />
        <PostbackActions postback={postback} onDelete={onDelete} />
      </div>
    </article>
  );
}
