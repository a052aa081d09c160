import type { PostbackLog } from '@crm/contracts/postbacks/logs.ts';
import { useCallback } from 'react';
import { errorText } from '../../api/errors.ts';
import { toast } from '../../ui/toast.tsx';
import { type RowRun, useRowAction } from '../../ui/useRowAction.ts';
import { useRetry } from '../commands.ts';
import { postbackTexts } from '../texts.ts';

type FailedDelivery = Pick<PostbackLog, '_id' | 'lead'>;
export type RetryOne = RowRun<FailedDelivery>;

/** Retries one failed delivery and confirms it with a toast. */
export function useRetryOne(postbackId: string): RetryOne {
  const { mutateAsync: retry } = useRetry();
  return useRowAction(
    useCallback(
      async ({ _id, lead }: FailedDelivery) => {
        try {
          await retry({ params: { id: postbackId }, body: { logId: _id } });
          toast.success(postbackTexts.logs.row.retried(lead?.orderId ?? null));
        } catch (error) {
          toast.error(errorText(error));
        }
      },
      [retry, postbackId],
    ),
  );
}
