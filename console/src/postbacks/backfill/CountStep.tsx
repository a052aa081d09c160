import type { Batch } from '@crm/contracts/batches/batches.ts';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { batchDetail } from '../../batches/queries.ts';
import { formatNumber, plural } from '../../format/count.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { DialogActions } from '../../ui/Dialog.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
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
  const batch = useQuery(batchDetail(id)).data?.data.batch ?? null;
  const count = countOf(batch);
  return (
    <>
      <p role="status" className="flex items-center gap-2">
        {count === null ? (
          (stoppedText(batch) ?? (
            <>
              <Spinner /> Counting the events of that period…
            </>
          ))
        ) : (
          <span>
            <strong className="tabular-nums">{formatNumber(count)}</strong>{' '}
            {plural(count, { one: 'event matches.', other: 'events match.' })}
            {count > 0 &&
              ` At ${formatNumber(perSecond)} a second, sending takes ${lengthOf(count, perSecond)}.`}
          </span>
        )}
      </p>
      {problem && <Alert tone="bad" text={problem} className="mt-3" />}
      <DialogActions>
        <Button onClick={onBack}>Change</Button>
        <Button variant="primary" busy={busy} disabled={!count} onClick={onStart}>
          {count ? `Send ${formatNumber(count)}` : 'Send'}
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
  if (batch?.state === 'failed') return `Counting failed. ${batch.message ?? ''}`;
  return batch?.state === 'cancelled' ? 'Counting was cancelled.' : null;
}
