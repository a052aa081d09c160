import { formatDate, formatDateTime, formatTime } from '../../../format/date.ts';

/** The day with the time below it, or both in one line in dense rows. */
export function CreatedCell({ at, dense }: { at: string; dense: boolean }) {
  return (
    <time dateTime={at} title={formatDateTime(at)} className={dense ? 'truncate' : 'flex flex-col'}>
      {formatDate(at)} <span className="text-xs text-muted">{formatTime(at)}</span>
    </time>
  );
}
