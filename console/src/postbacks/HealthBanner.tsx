import type { Answered } from '@crm/contracts/endpoint.ts';
import type { postbackHealth } from '@crm/contracts/postbacks/postbacks.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatDateTime } from '../format/date.ts';
import { paths } from '../paths.ts';
import { NoticeLine, NoticeLink } from '../ui/NoticeLine.tsx';
import { health } from './queries.ts';
import { postbackTexts } from './texts.ts';

type Problem = Answered<typeof postbackHealth>[number];

/** The maximum number of lines; more would cover too much of the page. */
const LINES = 2;

/** Warns admins, on every page, about postbacks that fail or turned themselves off. */
export function HealthBanner() {
  const reported = useQuery(health).data?.data ?? [];
  // Until the page is reloaded, or the problem ends: the next one is shown again.
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const lasting = reported.map(keyOf).filter((key) => dismissed.has(key));
  if (lasting.length < dismissed.size) setDismissed(new Set(lasting));
  const problems = reported.filter((problem) => !dismissed.has(keyOf(problem)));
  const dismiss = (some: readonly Problem[]) => setDismissed(new Set([...dismissed, ...some.map(keyOf)]));
  const shown = problems.length <= LINES ? LINES : LINES - 1;
  const rest = problems.slice(shown);
  return (
    <>
      {problems.slice(0, shown).map((problem) => (
        <NoticeLine key={keyOf(problem)} onDismiss={() => dismiss([problem])}>
          {textOf(problem)}{' '}
          <NoticeLink
            to={paths.postbacks.logs(problem.postback._id)}
            label={postbackTexts.list.health.seeLogs}
          />
        </NoticeLine>
      ))}
      {rest.length > 0 && (
        <NoticeLine onDismiss={() => dismiss(rest)}>
          {postbackTexts.list.health.more(rest.length)}{' '}
          <NoticeLink to={paths.postbacks.list} label={postbackTexts.list.health.seeAll} />
        </NoticeLine>
      )}
    </>
  );
}

/** A postback that turned itself off once more has another problem. The start of failing moves with the hours. */
const keyOf = ({ postback, problem, since }: Problem) =>
  `${postback._id} ${problem === 'gone' ? since : problem}`;

function textOf({ postback, problem, successRate, since }: Problem): ReactNode {
  const name = (
    <span dir="auto" className="font-medium">
      {postback.name}
    </span>
  );
  switch (problem) {
    case 'gone':
      return postbackTexts.list.health.gone(name, formatDateTime(since));
    case 'failing':
      return postbackTexts.list.health.failing(name, (successRate ?? 0).toFixed(1));
    default:
      return problem satisfies never;
  }
}
