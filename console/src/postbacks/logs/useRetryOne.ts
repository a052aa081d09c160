import type { PostbackLog } from '@crm/contracts/postbacks/logs.ts';
import { useCallback } from 'react';
import { errorText } from '../../api/errors.ts';
import { toast } from '../../ui/toast.tsx';
import { useRetry } from '../commands.ts';
import { postbackTexts } from '../texts.ts';

export type RetryOne = (log: Pick<PostbackLog, '_id' | 'lead'>) => void;

/** Retries one failed delivery and confirms it with a toast. */
export function useRetryOne(postbackId: string): RetryOne {
  const { mutateAsync: retry } = useRetry();
  return useCallback(
    async ({ _id, lead }) => {
      try {
        await retry({ params: { id: postbackId }, body: { logId: _id } });
        toast.success(postbackTexts.logs.row.retried(lead?.orderId ?? null));
      } catch (error) {
        toast.error(errorText(error));
      }
    },
    [retry, postbackId],
  );
}
