import { retryPostback } from '@crm/contracts/postbacks/logs.ts';
import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { errorText } from '../../api/errors.ts';
import { showBatch } from '../../batches/shown.ts';
import { formatNumber, plural } from '../../format/count.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { useRetry } from '../commands.ts';
import type { LogFiltersInput } from '../queries.ts';

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
  const chosen = scope === 'filtered' && filters ? filters : undefined;
  const count = useQuery(failedCount(postback._id, chosen));

  async function start() {
    const { data } = await retry.mutateAsync({ params: { id: postback._id }, body: { filters: chosen } });
    onClose();
    if (data.batch) showBatch(data.batch._id);
  }

  return (
    <Dialog open onClose={onClose} title="Retry failed deliveries" description={postback.name}>
      <div className="flex flex-col gap-3">
        {filters && (
          <Segmented
            label="Which failed deliveries"
            value={scope}
            onChange={setScope}
            options={[
              { value: 'filtered', label: 'Matching the filters' },
              { value: 'all', label: 'All' },
            ]}
          />
        )}
        <p role="status">{count.isError ? '' : countText(count.data)}</p>
        {count.isError && <Alert tone="bad" text={errorText(count.error)} />}
        {retry.isError && <Alert tone="bad" text={errorText(retry.error)} />}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          busy={retry.isPending}
          disabled={!count.data}
          onClick={() => void start().catch(() => undefined)}
        >
          {count.data ? `Retry ${formatNumber(count.data)}` : 'Retry'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function countText(count: number | undefined): string {
  if (count === undefined) return 'Counting…';
  if (count === 0) return 'Nothing has failed here.';
  return plural(count, {
    one: '# failed delivery will be sent again.',
    other: '# failed deliveries will be sent again.',
  });
}
