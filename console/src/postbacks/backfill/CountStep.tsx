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
import { postbackBackfillTexts } from '../texts/backfill.ts';
import { lengthOf } from './values.ts';

const texts = postbackBackfillTexts;

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
          <CountText batch={batch} perSecond={perSecond} />
        </p>
      )}
      {problem && <Alert tone="bad" text={problem} className="mt-3" />}
      <DialogActions>
        <Button disabled={busy} onClick={onBack}>
          {texts.change}
        </Button>
        <Button variant="primary" busy={busy} disabled={!count} onClick={onStart}>
          {count ? texts.sendCount(count) : texts.send}
        </Button>
      </DialogActions>
    </>
  );
}

/** The number of events and how long sending them takes, or why there is none yet. */
function CountText({ batch, perSecond }: { batch: Batch | null; perSecond: number }) {
  const count = countOf(batch);
  if (count !== null)
    return (
      <span>
        {texts.counted(count, <strong className="tabular-nums">{formatNumber(count)}</strong>)}
        {count > 0 && texts.duration(perSecond, lengthOf(count, perSecond))}
      </span>
    );
  switch (batch?.state) {
    case 'failed':
      return texts.countFailed(batch.message ?? '');
    case 'cancelled':
      return texts.countCancelled;
    default:
      return (
        <>
          <Spinner /> {texts.counting}
        </>
      );
  }
}

function countOf(batch: Batch | null): number | null {
  const counted = Counted.safeParse(batch?.result);
  return batch?.state === 'done' && counted.success ? counted.data.count : null;
}
