import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { BackfillDialog } from '../backfill/BackfillDialog.tsx';
import type { LogFiltersInput } from '../queries.ts';
import { LogDetails } from './LogDetails.tsx';
import { RetentionDialog } from './RetentionDialog.tsx';
import { RetryAllDialog } from './RetryAllDialog.tsx';
import type { RetryOne } from './useRetryOne.ts';

export type OpenLogDialog =
  | { kind: 'details'; id: string }
  | { kind: 'retry-all' }
  | { kind: 'backfill' }
  | { kind: 'retention' };

type LogDialogsProps = {
  dialog: OpenLogDialog;
  postback: Pick<Postback, '_id' | 'name'>;
  /** The active filters; null without any. */
  filters: LogFiltersInput | null;
  retryOne: RetryOne;
  onClose: () => void;
};

export function LogDialogs({ dialog, postback, filters, retryOne, onClose }: LogDialogsProps) {
  switch (dialog.kind) {
    case 'details':
      return <LogDetails postbackId={postback._id} logId={dialog.id} retryOne={retryOne} onClose={onClose} />;
    case 'retry-all':
      return <RetryAllDialog postback={postback} filters={filters} onClose={onClose} />;
    case 'backfill':
      return <BackfillDialog postbackId={postback._id} onClose={onClose} />;
    case 'retention':
      return <RetentionDialog onClose={onClose} />;
    default:
      dialog satisfies never;
      return null;
  }
}
