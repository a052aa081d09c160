import type { PostbackLog } from '@crm/contracts/postbacks/logs.ts';
import { Info, type LucideIcon, RotateCcw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Allowed } from '../../auth/Allowed.tsx';
import { formatNumber } from '../../format/count.ts';
import { titleOf } from '../../keys/keymap.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { httpStatusLook, logStatusLabels, logStatusTones, responseTimeLook } from '../labels.ts';
import { postbackTexts } from '../texts.ts';
import { isRetryable } from './states.ts';
import type { RetryOne } from './useRetryOne.ts';

export type LogDoes = { onOpen: (log: PostbackLog) => void; retryOne: RetryOne };
export type Row = { log: PostbackLog };

export function LogStatus({ log }: Row) {
  return <Badge tone={logStatusTones[log.status]}>{logStatusLabels[log.status]}</Badge>;
}

export function PostbackCell({ log, dense }: Row & { dense: boolean }) {
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

/** Details and retry of a row. */
export function LogButtons({ log, onOpen, retryOne }: Row & LogDoes) {
  const orderId = log.lead?.orderId ?? null;
  const texts = postbackTexts.logs.row;
  return (
    <span className="-my-1 flex items-center gap-0.5">
      <RowButton
        icon={Info}
        title={titleOf(texts.details, 'open')}
        label={texts.detailsOf(orderId)}
        onClick={() => onOpen(log)}
      />
      {isRetryable(log) && (
        <Allowed to="manage-postbacks">
          <RowButton
            icon={RotateCcw}
            title={titleOf(texts.retry, 'retry')}
            label={texts.retryOf(orderId)}
            busy={retryOne.isRunning(log)}
            onClick={() => retryOne.run(log)}
          />
        </Allowed>
      )}
    </span>
  );
}

type RowButtonProps = {
  icon: LucideIcon;
  title: string;
  label: string;
  busy?: boolean;
  onClick: () => void;
};

/** With a native title, as in every list: custom tooltips cost too much in hundreds of rows. */
function RowButton({ icon: Icon, title, label, busy = false, onClick }: RowButtonProps) {
  return (
    <button
      type="button"
      title={title}
      aria-label={label}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true })}
      onClick={onClick}
      className="inline-flex size-7 shrink-0 items-center justify-center rounded-ui text-muted hover:bg-line hover:text-ink aria-busy:opacity-55 max-md:size-9"
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
