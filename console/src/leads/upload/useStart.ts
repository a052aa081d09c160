import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureText, isSentAgain } from '../../api/errors.ts';
import { refresh } from '../../api/read.ts';
import { toast } from '../../ui/toast.tsx';
import { useIsMounted } from '../../ui/useIsMounted.ts';
import { leadUploadTexts } from '../texts/upload.tsx';
import { type Asking, askUpload, type Outcome } from './calls.ts';

/** Starts the upload of a checked file. */
export function useStart(asking: Asking, { onStarted }: { onStarted: (outcome: Outcome) => void }) {
  const queryClient = useQueryClient();
  const isMounted = useIsMounted();
  return useMutation({
    mutationFn: () => askUpload(false, asking),
    retry: (failures, error) => failures < 2 && isSentAgain(error),
    onSuccess: (next) => {
      onStarted(next);
      void refresh(queryClient, ['leads', 'batches']);
    },
    onError: (error) => {
      // The page shows it while it is open.
      if (!isMounted.current) toast.error(failureText(error, leadUploadTexts.failed));
    },
  });
}
