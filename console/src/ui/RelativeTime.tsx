import { formatDateTime, relativeTime } from '../format/date.ts';
import { useMinute } from './useMinute.ts';

/** The age of an instant, updated while shown; the title has the exact time. */
export function RelativeTime({ at }: { at: string }) {
  const now = useMinute();
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {relativeTime(at, new Date(now))}
    </time>
  );
}
