import type { Answered } from '@crm/contracts/endpoint.ts';
import type { postbackHealth } from '@crm/contracts/postbacks/postbacks.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../format/date.ts';
import { paths } from '../paths.ts';
import { NoticeLine, NoticeLink } from '../ui/NoticeLine.tsx';
import { health } from './queries.ts';

type Problem = Answered<typeof postbackHealth>[number];

/** The maximum number of lines; more would cover too much of the page. */
const LINES = 2;

/** Warns admins, on every page, about postbacks that fail or turned themselves off. */
export function HealthBanner() {
  const reported = useQuery(health).data?.data ?? [];
  // Dismissed until the page is reloaded; a new problem is shown again.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const problems = reported.filter((problem) => !seen.has(keyOf(problem)));
  const wave = (waved: readonly Problem[]) => setSeen(new Set([...seen, ...waved.map(keyOf)]));
  const shown = problems.length <= LINES ? LINES : LINES - 1;
  const rest = problems.slice(shown);
  return (
    <>
      {problems.slice(0, shown).map((problem) => (
        <NoticeLine key={keyOf(problem)} onDismiss={() => wave([problem])}>
          <span dir="auto" className="font-medium">
            {problem.postback.name}
          </span>{' '}
          {textOf(problem)}{' '}
          <NoticeLink to={paths.postbacks.logs(problem.postback._id)} label="See its logs" />
        </NoticeLine>
      ))}
      {rest.length > 0 && (
        <NoticeLine onDismiss={() => wave(rest)}>
          {rest.length} more postbacks fail or turned themselves off.{' '}
          <NoticeLink to={paths.postbacks.list} label="See all postbacks" />
        </NoticeLine>
      )}
    </>
  );
}

const keyOf = ({ postback, problem }: Problem) => `${postback._id} ${problem}`;

function textOf({ problem, successRate, since }: Problem): string {
  switch (problem) {
    case 'gone':
      return `turned itself off on ${formatDateTime(since)}: the partner answered 410 Gone.`;
    case 'failing':
      return `fails: ${(successRate ?? 0).toFixed(1)}% of its deliveries of the last hour succeeded.`;
    default:
      return problem satisfies never;
  }
}
