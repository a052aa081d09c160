import type * as reportsContract from '@crm/contracts/reports/reports.ts';
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { address } from '../api/address.ts';
import { errorText, fieldErrorsOf } from '../api/errors.ts';
import { useCommand } from '../api/useCommand.ts';
import { BatchActions } from '../batches/BatchActions.tsx';
import { BatchProgress } from '../batches/BatchProgress.tsx';
import { isRunning, outcomeOf } from '../batches/labels.ts';
import { batchDetail } from '../batches/queries.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import type { ReportInput, ShownType } from './queries.ts';
import { reportTexts } from './texts.ts';

const texts = reportTexts.notKept;

type NotKeptProps = {
  type: ShownType;
  /** With the position of the report. */
  query: ReportInput;
  isReading: boolean;
  /** Reads the report, which is kept now. */
  onRecomputed: () => void;
};

/** Shown instead of a report that is not kept any more: recomputes it from history. The URL names the running batch. */
export function NotKept({ type, query, isReading, onRecomputed }: NotKeptProps) {
  const [params, setParams] = useSearchParams();
  const id = params.get('batch') ?? '';
  const shown = useQuery({ ...batchDetail(id), enabled: id !== '' });
  const recompute = useCommand(
    address<typeof reportsContract.recomputeReport>('POST', '/reports/recompute'),
    ['batches'],
  );
  const batch = shown.data?.data.batch;
  const [isRecomputed, setRecomputed] = useState(false);

  function showBatch(batchId: string | null) {
    setParams(
      (before) => {
        if (batchId === null) before.delete('batch');
        else before.set('batch', batchId);
        return before;
      },
      { replace: true },
    );
  }

  function showReport() {
    setRecomputed(true);
    onRecomputed();
  }

  function start() {
    setRecomputed(false);
    recompute.mutate(
      { body: { reportType: type, filters: query, wait: 0 } },
      {
        onSuccess: ({ data }) => {
          if (data.batch === null) showReport();
          else showBatch(data.batch._id);
        },
      },
    );
  }

  const running = batch !== undefined && isRunning(batch);
  const isDone = batch?.state === 'done';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the batch is done
  useEffect(() => {
    if (!isDone) return;
    // Without the batch in the URL, a report that is gone again shows the button again.
    showBatch(null);
    showReport();
  }, [isDone]);

  const problem = recompute.error ?? shown.error;
  return (
    <div className="flex flex-col gap-3">
      {problem && <Alert tone="bad" text={Object.values(fieldErrorsOf(problem))[0] ?? errorText(problem)} />}
      {running ? (
        <section aria-label={texts.running} className="flex flex-col gap-4 rounded-ui border bg-surface p-4">
          <p className="font-medium">{batch.title}</p>
          <BatchProgress batch={batch} />
          <p className="text-muted">{texts.leave}</p>
          <BatchActions batch={batch} />
        </section>
      ) : (
        <>
          {batch && !isDone && <Alert tone="warn" text={outcomeOf(batch)} />}
          <EmptyState
            icon={History}
            title={texts.title}
            text={texts.text}
            action={
              // Not while the recomputed report is being read: a click would be lost.
              <Button
                variant="primary"
                busy={recompute.isPending || isDone || (isRecomputed && isReading)}
                onClick={start}
              >
                {texts.recompute}
              </Button>
            }
          />
        </>
      )}
    </div>
  );
}
