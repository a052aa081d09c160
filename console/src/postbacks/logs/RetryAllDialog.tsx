import { retryPostback } from '@crm/contracts/postbacks/logs.ts';
import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { errorText } from '../../api/errors.ts';
import { showBatch } from '../../batches/shown.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { toast } from '../../ui/toast.tsx';
import { useIsMounted } from '../../ui/useIsMounted.ts';
import { useRetry } from '../commands.ts';
import type { LogFiltersInput } from '../queries.ts';
import { postbackTexts } from '../texts.ts';

type RetryAllDialogProps = {
  postback: Pick<Postback, '_id' | 'name'>;
  /** The active filters; null without any. */
  filters: LogFiltersInput | null;
  onClose: () => void;
};

/** Counts the failed deliveries before they are retried. */
const failedCount = (id: string, filters: LogFiltersInput | undefined) => ({
  queryKey: [retryPostback.path, 'count', id, filters],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { data } = await call(
      retryPostback,
      { params: { id }, body: { filters, dryRun: true } },
      { signal },
    );
    return data.count;
  },
  meta: { topics: ['postback-logs'] as const, id },
});

/** Retries all failed deliveries, or only the filtered ones. */
export function RetryAllDialog({ postback, filters, onClose }: RetryAllDialogProps) {
  const [scope, setScope] = useState<'all' | 'filtered'>(filters ? 'filtered' : 'all');
  const retry = useRetry();
  const isMounted = useIsMounted();
  const chosen = scope === 'filtered' && filters ? filters : undefined;
  const count = useQuery(failedCount(postback._id, chosen));

  async function start() {
    const { data } = await retry.mutateAsync({ params: { id: postback._id }, body: { filters: chosen } });
    onClose();
    if (data.batch) showBatch(data.batch._id);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      busy={retry.isPending}
      title={postbackTexts.logs.retryAll.title}
      description={postback.name}
    >
      <div className="flex flex-col gap-3">
        {filters && (
          <Segmented
            label={postbackTexts.logs.retryAll.scope}
            value={scope}
            onChange={setScope}
            options={[
              { value: 'filtered', label: postbackTexts.logs.retryAll.filtered },
              { value: 'all', label: postbackTexts.logs.retryAll.all },
            ]}
          />
        )}
        <p role="status">{count.isError ? '' : countText(count.data)}</p>
        {count.isError && <Alert tone="bad" text={errorText(count.error)} />}
        {retry.isError && <Alert tone="bad" text={errorText(retry.error)} />}
      </div>
      <DialogActions>
        <Button disabled={retry.isPending} onClick={onClose}>
          {postbackTexts.logs.retryAll.cancel}
        </Button>
        <Button
          variant="primary"
          busy={retry.isPending}
          disabled={!count.data}
          onClick={() =>
            void start().catch((error: unknown) => {
              // Here it is shown from `retry`.
              if (!isMounted.current) toast.error(errorText(error));
            })
          }
        >
          {count.data
            ? postbackTexts.logs.retryAll.submitCount(count.data)
            : postbackTexts.logs.retryAll.submit}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function countText(count: number | undefined): string {
  if (count === undefined) return postbackTexts.logs.retryAll.counting;
  if (count === 0) return postbackTexts.logs.retryAll.none;
  return postbackTexts.logs.retryAll.count(count);
}
