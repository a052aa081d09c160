import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { BatchProgress } from './BatchProgress.tsx';
import { batchDetail } from './queries.ts';
import { showBatch } from './shown.ts';
import { isRunning, outcomeOf } from './words.ts';

/** The undo of a batch: the batch that performs it and its result. */
export function Undone({ by }: { by: string }) {
  const undo = useQuery(batchDetail(by)).data?.data.batch;
  if (!undo) return null;
  return (
    <section aria-label="Undo" className="flex flex-col gap-2 rounded-ui border p-3">
      <p>
        <strong>{isRunning(undo) ? 'Being undone' : 'Undone'}</strong>
        <span className="text-muted">
          {' by '}
          <bdi>{undo.createdBy.fullName}</bdi>
          {' · '}
          <RelativeTime at={undo.createdAt} />
        </span>
      </p>
      {isRunning(undo) ? <BatchProgress batch={undo} /> : <p>{outcomeOf(undo)}</p>}
      <Link
        to={paths.batches.one(undo._id)}
        onClick={() => showBatch(null)}
        className="self-start rounded-ui text-primary-text hover:underline"
      >
        {undo.counts.skipped + undo.counts.failed > 0 ? 'What was kept, and why' : 'Details'}
      </Link>
    </section>
  );
}
