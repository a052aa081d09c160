import { useMutation } from '@tanstack/react-query';
import { keepFile } from '../../api/download.ts';
import { showBatch } from '../../batches/shown.ts';
import { toast } from '../../ui/toast.tsx';

type Exported =
  | { kind: 'file'; bytes: Blob; name: string }
  | { kind: 'answer'; answer: { data: { batch: { _id: string } } } };

type FileExport<Wanted> = {
  fetch: (wanted: Wanted) => Promise<Exported>;
  done: (wanted: Wanted) => string;
  failed: (error: unknown) => string;
};

/** Exports rows to a file and saves it; a large export is shown as its batch. */
export function useFileExport<Wanted>({ fetch, done, failed }: FileExport<Wanted>) {
  return useMutation({
    mutationFn: fetch,
    onSuccess: (exported, wanted) => {
      if (exported.kind === 'answer') return showBatch(exported.answer.data.batch._id);
      keepFile(exported);
      toast.success(done(wanted));
    },
    onError: (error) => toast.error(failed(error)),
  });
}
