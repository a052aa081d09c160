import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { BatchProgress } from './BatchProgress.tsx';
import { isRunning, outcomeOf } from './labels.ts';
import { batchDetail } from './queries.ts';
import { showBatch } from './shown.ts';
import { batchTexts } from './texts.ts';

const texts = batchTexts.undone;

/** The undo of a batch: the batch that performs it and its result. */
export function Undone({ by }: { by: string }) {
  const undo = useQuery(batchDetail(by)).data?.data.batch;
  if (!undo) return null;
  return (
    <section aria-label={texts.title} className="flex flex-col gap-2 rounded-ui border p-3">
      <p>
        <strong>{isRunning(undo) ? texts.running : texts.done}</strong>
        <span className="text-muted">
          {' '}
          {texts.by(<bdi key="name">{undo.createdBy.fullName}</bdi>)}
          {' · '}
          <RelativeTime at={undo.createdAt} />
        </span>
      </p>
      {isRunning(undo) ? <BatchProgress batch={undo} /> : <p role="status">{outcomeOf(undo)}</p>}
      <Link
        to={paths.batches.one(undo._id)}
        onClick={() => showBatch(null)}
        className="self-start rounded-ui text-primary-text hover:underline"
      >
        {undo.counts.skipped + undo.counts.failed > 0 ? texts.kept : texts.details}
      </Link>
    </section>
  );
}
