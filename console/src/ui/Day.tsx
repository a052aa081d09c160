import { formatDate, formatDateTime } from '../format/date.ts';

/** The day of an instant, in a list; the title has the exact time. */
export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatDateTime(at)} className="text-muted">
      {formatDate(at)}
    </time>
  );
}
