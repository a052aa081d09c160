import { formatDate, formatDateTime, formatTime } from '../../../format/date.ts';

/** The day, and under it the time, where there is room for both. */
export function CreatedCell({ at, dense }: { at: string; dense: boolean }) {
  return (
    <time dateTime={at} title={formatDateTime(at)} className={dense ? 'truncate' : 'flex flex-col'}>
      {formatDate(at)} <span className="text-xs text-muted">{formatTime(at)}</span>
    </time>
  );
}
