import { type UploadGroup, uploadHints } from '@crm/contracts/leads/upload-groups.ts';
import clsx from 'clsx';
import { leadUploadTexts } from '../texts/upload.tsx';

/** How to fix the rows of a group of errors. */
export function FixHints({ group, className }: { group: UploadGroup; className?: string }) {
  return (
    <p className={clsx('text-sm text-muted', className)}>{leadUploadTexts.guide.fix(uploadHints[group])}</p>
  );
}
