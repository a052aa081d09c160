import type { PostbackLog } from '@crm/contracts/postbacks/logs.ts';
import { useAction } from '../../keys/registry.ts';
import { useRowKeys } from '../../keys/useRowKeys.ts';
import { toast } from '../../ui/toast.tsx';
import { isRetryable } from './states.ts';
import type { RetryOne } from './useRetryOne.ts';

type LogKeysProps = {
  rows: readonly PostbackLog[];
  current: string | null;
  onMove: (id: string) => void;
  onOpen: (log: PostbackLog) => void;
  onRetry: RetryOne;
};

const group = 'Postback Logs';

/** The shortcuts of the logs list. */
export function LogKeys({ onRetry, ...keys }: LogKeysProps) {
  const withLog = useRowKeys<PostbackLog>({
    ...keys,
    group,
    noun: 'log',
    idOf: ({ _id }) => _id,
    onEdit: null,
    onDelete: null,
  });
  useAction({
    label: 'Retry log',
    group,
    action: 'retry',
    run: () =>
      withLog((log) => {
        if (isRetryable(log)) onRetry(log);
        else toast.info('Only a delivery that failed can be sent again');
      }),
  });
  return null;
}
