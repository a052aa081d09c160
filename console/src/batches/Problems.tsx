import type { Batch, BatchProblem } from '@crm/contracts/batches/batches.ts';
import { useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { Link } from 'react-router-dom';
import { errorText } from '../api/errors.ts';
import { Alert } from '../ui/Alert.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Pagination } from '../ui/Pagination.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { useLastPage } from '../url/useLastPage.ts';
import { BatchKinds, type BatchKindView } from './kinds.ts';
import { batchProblems } from './queries.ts';
import { showBatch } from './shown.ts';
import { batchTexts } from './texts.ts';

const texts = batchTexts.problems;

const FEWEST = 25;
const limits = [FEWEST, 100, 500];

/** Lists the skipped and failed items with their reasons. */
export function Problems({ batch }: { batch: Batch }) {
  const [outcome, setOutcome] = useState<'all' | BatchProblem['outcome']>('all');
  const [page, setPage] = useState(1);
  const [limit, setLimit] = useState(FEWEST);
  const input = { page, limit, ...(outcome !== 'all' && { outcome }) };
  const query = useQuery(batchProblems(batch._id, input));
  useLastPage(page, query, setPage);
  const { linkOf } = useContext(BatchKinds)[batch.kind] ?? {};
  const { skipped, failed } = batch.counts;
  const { data: problems = [], pagination } = query.data ?? {};

  return (
    <section aria-label={texts.title} className="flex flex-col gap-2">
      {skipped > 0 && failed > 0 && (
        <Segmented
          label={texts.filter}
          value={outcome}
          onChange={(value) => {
            setOutcome(value);
            setPage(1);
          }}
          options={[
            { value: 'all', label: texts.all(skipped + failed) },
            { value: 'skipped', label: texts.allSkipped(skipped) },
            { value: 'failed', label: texts.allFailed(failed) },
          ]}
          className="self-start"
        />
      )}
      {query.isPending && <SkeletonLines count={3} />}
      {query.isError && <Alert tone="bad" text={errorText(query.error)} />}
      <ul className="max-h-80 divide-y overflow-y-auto rounded-ui border">
        {problems.map((problem) => (
          <li key={problem.n} className="flex items-baseline gap-x-2 px-3 py-1.5 max-md:flex-wrap">
            <Item problem={problem} linkOf={linkOf} />
            {/* On a phone on lines of its own: beside a long name it would have the width of a word. */}
            <span className="min-w-0 flex-1 break-words max-md:order-last max-md:basis-full" dir="auto">
              {problem.message}
            </span>
            <span className="ml-auto">
              <Badge tone={problem.outcome === 'failed' ? 'bad' : 'neutral'}>{texts[problem.outcome]}</Badge>
            </span>
          </li>
        ))}
      </ul>
      {pagination && pagination.total > FEWEST && (
        <Pagination
          page={page}
          totalPages={pagination.totalPages}
          onPage={setPage}
          limit={limit}
          limits={limits}
          onLimit={(next) => {
            setLimit(next);
            setPage(1);
          }}
        />
      )}
    </section>
  );
}

function Item({ problem, linkOf }: { problem: BatchProblem; linkOf: BatchKindView['linkOf'] }) {
  const to = linkOf?.(problem) ?? null;
  if (to === null) return <span className="font-medium break-all">{problem.item}</span>;
  return (
    <Link
      to={to}
      onClick={() => showBatch(null)}
      className="rounded-ui font-medium break-all text-primary-text hover:underline"
    >
      {problem.item}
    </Link>
  );
}
