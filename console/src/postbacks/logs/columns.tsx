import type { PostbackLog } from '@crm/contracts/postbacks/logs.ts';
import { Info, RotateCcw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Allowed } from '../../auth/Allowed.tsx';
import { formatNumber } from '../../format/count.ts';
import { formatDateTime } from '../../format/date.ts';
import { titleOf } from '../../keys/keymap.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import type { Column } from '../../ui/table/columns.ts';
import {
  httpStatusLook,
  logStatusLabels,
  logStatusTones,
  responseTimeLook,
  triggerLabels,
} from '../labels.ts';
import { postbackTexts } from '../texts.ts';
import { isRetryable } from './states.ts';
import type { RetryOne } from './useRetryOne.ts';

type LogDoes = { onOpen: (log: PostbackLog) => void; onRetry: RetryOne };
type Row = { log: PostbackLog };

export function logColumns(does: LogDoes): Column<PostbackLog>[] {
  return [
    {
      id: 'status',
      header: postbackTexts.logs.columns.status,
      width: 6,
      cell: (log) => <LogStatus log={log} />,
    },
    {
      id: 'event',
      header: postbackTexts.logs.columns.event,
      width: 7.5,
      cell: ({ event }) => triggerLabels[event],
    },
    {
      id: 'postback',
      header: postbackTexts.logs.columns.postback,
      width: 10.5,
      cell: (log, dense) => <PostbackCell log={log} dense={dense} />,
    },
    {
      id: 'lead',
      header: postbackTexts.logs.columns.lead,
      width: 12,
      cell: (log, dense) => <LeadCell log={log} dense={dense} />,
    },
    {
      id: 'http',
      header: postbackTexts.logs.columns.httpStatus,
      width: 6,
      align: 'right',
      cell: (log) => <HttpStatus log={log} />,
    },
    {
      id: 'time',
      header: postbackTexts.logs.columns.responseTime,
      width: 7,
      align: 'right',
      cell: (log) => <ResponseTime log={log} />,
    },
    {
      id: 'attempts',
      header: postbackTexts.logs.columns.attempts,
      width: 5,
      align: 'right',
      cell: ({ attemptNumber, maxAttempts }) => `${attemptNumber} / ${maxAttempts}`,
    },
    {
      id: 'timestamp',
      header: postbackTexts.logs.columns.timestamp,
      width: 10.75,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="block truncate text-muted" title={formatDateTime(createdAt)}>
          {formatDateTime(createdAt)}
        </time>
      ),
    },
    {
      id: 'details',
      header: postbackTexts.logs.columns.details,
      width: 5.5,
      cell: (log) => <LogButtons log={log} {...does} />,
    },
  ];
}

export function LogStatus({ log }: Row) {
  return <Badge tone={logStatusTones[log.status]}>{logStatusLabels[log.status]}</Badge>;
}

function PostbackCell({ log, dense }: Row & { dense: boolean }) {
  const { name, url } = log.postbackTemplate;
  return (
    <div className={dense ? 'truncate' : 'flex min-w-0 flex-col'} title={`${name}\n${url}`}>
      <span className="truncate" dir="auto">
        {name}
      </span>
      {!dense && <span className="truncate font-mono text-xs text-muted">{url}</span>}
    </div>
  );
}

/** The order, with the customer's name and phone number below it. */
export function LeadCell({ log, dense }: { log: Pick<PostbackLog, 'lead'>; dense: boolean }) {
  const { lead } = log;
  if (lead === null) return <span className="text-muted">{postbackTexts.logs.deletedLead}</span>;
  return (
    <div className={dense ? 'truncate' : 'flex min-w-0 flex-col'}>
      <Link to={paths.leads.one(lead._id)} className="truncate rounded-ui font-medium hover:underline">
        {lead.orderId}
      </Link>
      {!dense && (
        <span className="flex gap-1 text-xs text-muted" title={`${lead.fullName}, ${lead.phone}`}>
          {/* Apart: a name from right to left would take the number into its direction. */}
          <span className="truncate" dir="auto">
            {lead.fullName}
          </span>
          <span className="shrink-0">· {lead.phone}</span>
        </span>
      )}
    </div>
  );
}

/** The response status; without a response, the title shows the reason. */
export function HttpStatus({ log }: { log: Pick<PostbackLog, 'responseStatus' | 'reason'> }) {
  return (
    <span
      title={log.responseStatus === null ? (log.reason ?? undefined) : undefined}
      className={`font-medium ${httpStatusLook(log.responseStatus)}`}
    >
      {log.responseStatus ?? '—'}
    </span>
  );
}

export function ResponseTime({ log }: { log: Pick<PostbackLog, 'responseTime'> }) {
  const { responseTime } = log;
  return (
    <span className={responseTimeLook(responseTime)}>
      {responseTime === null ? '—' : postbackTexts.delivery.milliseconds(formatNumber(responseTime))}
    </span>
  );
}

/** Details and retry of a row. Native titles, as in every list. */
function LogButtons({ log, onOpen, onRetry }: Row & LogDoes) {
  const orderId = log.lead?.orderId ?? null;
  return (
    <span className="-my-1 flex items-center gap-0.5">
      <button
        type="button"
        title={titleOf(postbackTexts.logs.row.details, 'open')}
        aria-label={postbackTexts.logs.row.detailsOf(orderId)}
        onClick={() => onOpen(log)}
        className={look}
      >
        <Info aria-hidden className="size-4" />
      </button>
      {isRetryable(log) && (
        <Allowed to="manage-postbacks">
          <button
            type="button"
            title={titleOf(postbackTexts.logs.row.retry, 'retry')}
            aria-label={postbackTexts.logs.row.retryOf(orderId)}
            onClick={() => onRetry(log)}
            className={look}
          >
            <RotateCcw aria-hidden className="size-4" />
          </button>
        </Allowed>
      )}
    </span>
  );
}

const look =
  'inline-flex size-7 shrink-0 items-center justify-center rounded-ui text-muted hover:bg-line hover:text-ink max-md:size-9';

/** A delivery on a phone. */
export function LogCard({ log, ...does }: Row & LogDoes) {
  return (
    <article className="flex flex-col gap-2 text-sm">
      <div className="flex items-start justify-between gap-2">
        <LeadCell log={log} dense={false} />
        <LogStatus log={log} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 tabular-nums">
        <span>{triggerLabels[log.event]}</span>
        <HttpStatus log={log} />
        <ResponseTime log={log} />
        <span className="text-muted">
          {postbackTexts.logs.row.attempt(log.attemptNumber, log.maxAttempts)}
        </span>
      </div>
      <div className="flex items-center justify-between gap-2 border-t pt-1">
        <time dateTime={log.createdAt} className="text-xs text-muted">
          {formatDateTime(log.createdAt)}
        </time>
        <LogButtons log={log} {...does} />
      </div>
    </article>
  );
}
