import { type UploadGroup, uploadHints } from '@crm/contracts/leads/upload.ts';
import clsx from 'clsx';

/** How to fix the rows of a group of errors. */
export function FixHints({ group, className }: { group: UploadGroup; className?: string }) {
  return (
    <p className={clsx('text-sm text-muted', className)}>{`How to fix: ${uploadHints[group].join('. ')}.`}</p>
  );
}
