import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { BackfillDialog } from '../backfill/BackfillDialog.tsx';
import type { LogFiltersInput } from '../queries.ts';
import { LogDetails } from './LogDetails.tsx';
import { RetentionDialog } from './RetentionDialog.tsx';
import { RetryAllDialog } from './RetryAllDialog.tsx';
import type { RetryOne } from './useRetryOne.ts';

export type AskedOfLogs =
  | { kind: 'details'; id: string }
  | { kind: 'retry-all' }
  | { kind: 'backfill' }
  | { kind: 'retention' };

type LogDialogsProps = {
  asked: AskedOfLogs;
  postback: Pick<Postback, '_id' | 'name'>;
  /** The active filters; null without any. */
  filters: LogFiltersInput | null;
  onRetry: RetryOne;
  onClose: () => void;
};

export function LogDialogs({ asked, postback, filters, onRetry, onClose }: LogDialogsProps) {
  switch (asked.kind) {
    case 'details':
      return <LogDetails postbackId={postback._id} logId={asked.id} onRetry={onRetry} onClose={onClose} />;
    case 'retry-all':
      return <RetryAllDialog postback={postback} filters={filters} onClose={onClose} />;
    case 'backfill':
      return <BackfillDialog postbackId={postback._id} onClose={onClose} />;
    case 'retention':
      return <RetentionDialog onClose={onClose} />;
    default:
      asked satisfies never;
      return null;
  }
}
