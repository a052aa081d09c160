import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { refresh } from '../api/read.ts';
import { formatTime } from '../format/date.ts';
import { paths } from '../paths.ts';
import { NoticeLine, NoticeLink } from '../ui/NoticeLine.tsx';
import { callbacks } from './queries.ts';
import { workTexts } from './texts.ts';

const texts = workTexts.notice;

/**
 * Says on every page of an operator that a promised call is due, in the browser's time zone. A call becomes due without
 * an event, so a timer waits for the next one.
 */
export function CallbackNotice() {
  const queryClient = useQueryClient();
  const promised = useQuery(callbacks()).data ?? [];
  const [now, setNow] = useState(Date.now);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const next = promised.map(({ at }) => Date.parse(at)).find((at) => at > now);

  useEffect(() => {
    if (next === undefined) return;
    const timer = setTimeout(() => {
      // The clock may have been set back meanwhile: then no other timer would follow.
      setNow(Math.max(next, Date.now()));
      // The order of the queue has changed.
      void refresh(queryClient, ['work']);
    }, next - Date.now());
    return () => clearTimeout(timer);
  }, [next, queryClient]);

  const keyOf = ({ _id, at }: (typeof promised)[number]) => `${_id} ${at}`;
  const due = promised.filter((call) => Date.parse(call.at) <= now && !dismissed.includes(keyOf(call)));
  const [first, ...others] = due;
  if (!first) return null;
  const dismiss = () => setDismissed([...dismissed, ...due.map(keyOf)]);
  if (others.length > 0)
    return (
      <NoticeLine onDismiss={dismiss}>
        {texts.many(due.length)} <NoticeLink to={paths.work} label={texts.open} onFollow={dismiss} />
      </NoticeLine>
    );
  return (
    <NoticeLine onDismiss={dismiss}>
      {texts.one(
        <NoticeLink key="lead" to={paths.leads.one(first._id)} label={first.fullName} onFollow={dismiss} />,
        formatTime(first.at),
      )}
    </NoticeLine>
  );
}
