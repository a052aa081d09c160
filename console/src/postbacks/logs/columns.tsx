import type { PostbackLog } from '@crm/contracts/postbacks/logs.ts';
import { formatDateTime } from '../../format/date.ts';
import type { Column } from '../../ui/table/columns.ts';
import { triggerLabels } from '../labels.ts';
import { postbackTexts } from '../texts.ts';
import {
  HttpStatus,
  LeadCell,
  LogButtons,
  type LogDoes,
  LogStatus,
  PostbackCell,
  ResponseTime,
  type Row,
} from './cells.tsx';

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
