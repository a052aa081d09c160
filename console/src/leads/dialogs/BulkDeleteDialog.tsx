import { MOST_AT_ONCE } from '@crm/contracts/leads/bulk.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useBulkDelete } from '../commands.ts';
import { leadsText } from '../labels.ts';
import { type BulkDialogProps, bulkInput } from './bulk.ts';

/** Confirms a bulk delete. Only a deletion that runs as a batch can be undone. */
export function BulkDeleteDialog({ chosen, onDone, onClose }: BulkDialogProps) {
  const remove = useBulkDelete();
  const many = leadsText(chosen.count);
  const afterwards =
    chosen.count > MOST_AT_ONCE
      ? 'It can be undone as a whole afterwards, under Batches.'
      : 'This action cannot be undone.';
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={`Delete ${many}`}
      message={`Are you sure you want to delete ${many}? ${afterwards}`}
      confirmLabel="Delete"
      onConfirm={async () => onDone(await remove({ body: bulkInput(chosen)({}) }))}
    />
  );
}
