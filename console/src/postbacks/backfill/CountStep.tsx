import type { Batch } from '@crm/contracts/batches/batches.ts';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { errorText } from '../../api/errors.ts';
import { batchDetail } from '../../batches/queries.ts';
import { formatNumber } from '../../format/count.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { postbackTexts } from '../texts.ts';
import { lengthOf } from './values.ts';

type CountStepProps = {
  /** The id of the counting batch. */
  id: string;
  perSecond: number;
  busy: boolean;
  problem: string | null;
  onBack: () => void;
  onStart: () => void;
};

const Counted = z.object({ count: z.int() });

/** Shows the number of matching events before any is sent. */
export function CountStep({ id, perSecond, busy, problem, onBack, onStart }: CountStepProps) {
  const query = useQuery(batchDetail(id));
  const batch = query.data?.data.batch ?? null;
  const count = countOf(batch);
  return (
    <>
      {query.isLoadingError ? (
        <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <p role="status" className="flex items-center gap-2">
          {count === null ? (
            (stoppedText(batch) ?? (
              <>
                <Spinner /> {postbackTexts.backfill.counting}
              </>
            ))
          ) : (
            <span>
              {postbackTexts.backfill.counted(
                count,
                <strong className="tabular-nums">{formatNumber(count)}</strong>,
              )}
              {count > 0 && postbackTexts.backfill.duration(perSecond, lengthOf(count, perSecond))}
            </span>
          )}
        </p>
      )}
      {problem && <Alert tone="bad" text={problem} className="mt-3" />}
      <DialogActions>
        <Button disabled={busy} onClick={onBack}>
          {postbackTexts.backfill.change}
        </Button>
        <Button variant="primary" busy={busy} disabled={!count} onClick={onStart}>
          {count ? postbackTexts.backfill.sendCount(count) : postbackTexts.backfill.send}
        </Button>
      </DialogActions>
    </>
  );
}

function countOf(batch: Batch | null): number | null {
  const counted = Counted.safeParse(batch?.result);
  return batch?.state === 'done' && counted.success ? counted.data.count : null;
}

function stoppedText(batch: Batch | null): string | null {
  if (batch?.state === 'failed') return postbackTexts.backfill.countFailed(batch.message ?? '');
  return batch?.state === 'cancelled' ? postbackTexts.backfill.countCancelled : null;
}
