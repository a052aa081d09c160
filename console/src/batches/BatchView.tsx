import type { Batch } from '@crm/contracts/batches/batches.ts';
import { useContext } from 'react';
import { Alert } from '../ui/Alert.tsx';
import { BatchActions } from './BatchActions.tsx';
import { BatchProgress } from './BatchProgress.tsx';
import { BatchKinds } from './kinds.ts';
import { isRunning, outcomeOf } from './labels.ts';
import { Problems } from './Problems.tsx';
import { Undone } from './Undone.tsx';

/** One batch: progress, outcome, problems and actions. Used in its dialog and on its page. */
export function BatchView({ batch, onClose }: { batch: Batch; onClose?: () => void }) {
  const { Result } = useContext(BatchKinds)[batch.kind] ?? {};
  const { skipped, failed } = batch.counts;
  return (
    <div className="flex flex-col gap-4">
      <BatchProgress batch={batch} />
      {!isRunning(batch) && <Alert tone={toneOf(batch)} text={outcomeOf(batch)} />}
      {!isRunning(batch) && Result && <Result batch={batch} />}
      {batch.undoneBy && <Undone by={batch.undoneBy} />}
      {!isRunning(batch) && skipped + failed > 0 && <Problems batch={batch} />}
      <BatchActions batch={batch} {...(onClose && { onClose })} />
    </div>
  );
}

function toneOf({ state, counts }: Batch): 'ok' | 'warn' | 'bad' | 'info' {
  if (state === 'failed') return 'bad';
  if (state === 'cancelled') return 'info';
  return counts.failed > 0 ? 'warn' : 'ok';
}
