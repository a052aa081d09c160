import type { Answered } from '@crm/contracts/endpoint.ts';
import type { postbackHealth } from '@crm/contracts/postbacks/postbacks.ts';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../format/date.ts';
import { health } from './queries.ts';

type Problem = Answered<typeof postbackHealth>[number];

/** Tells the admins, wherever they are, of a postback that turned itself off or that fails. */
export function HealthBanner() {
  const problems = useQuery(health).data?.data ?? [];
  // Waved away until the page is loaded anew, or something else goes wrong.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  return problems
    .filter((problem) => !seen.has(keyOf(problem)))
    .map((problem) => (
      <div
        key={keyOf(problem)}
        role="alert"
        className="flex items-start gap-2 border-b bg-warn-soft px-4 py-2 text-sm text-warn"
      >
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <p className="min-w-0 flex-1">
          <span dir="auto" className="font-medium">
            {problem.postback.name}
          </span>{' '}
          {textOf(problem)}{' '}
          <Link to={`/postbacks/${problem.postback._id}/logs`} className="rounded-ui font-medium underline">
            See its logs
          </Link>
        </p>
        <button
          type="button"
          aria-label="Dismiss"
          onClick={() => setSeen(new Set([...seen, keyOf(problem)]))}
          className="-m-1 rounded-ui p-1.5"
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
    ));
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
