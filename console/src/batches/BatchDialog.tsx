import { useQuery } from '@tanstack/react-query';
import { errorText } from '../api/errors.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { BatchView } from './BatchView.tsx';
import { isRunning } from './labels.ts';
import { batchDetail } from './queries.ts';
import { batchTexts } from './texts.ts';

const texts = batchTexts.dialog;

type BatchDialogProps = { id: string; onClose: () => void };

/** Shows a batch until it ends. Closing the dialog does not stop the batch; the batch tray opens it again. */
export function BatchDialog({ id, onClose }: BatchDialogProps) {
  const query = useQuery(batchDetail(id));
  const batch = query.data?.data.batch;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={batch?.title ?? texts.title}
      description={batch && isRunning(batch) ? texts.closable : undefined}
    >
      {batch ? (
        <BatchView batch={batch} onClose={onClose} />
      ) : query.isError ? (
        <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonLines count={3} />
      )}
    </Dialog>
  );
}
