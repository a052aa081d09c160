import { MOST_AT_ONCE } from '@crm/contracts/leads/bulk.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { leadDialogTexts } from '../texts/dialogs.ts';
import { type BulkDialogProps, bulkInput } from './bulk.ts';
import { useBulkDelete } from './commands.ts';

const texts = leadDialogTexts.bulkDelete;

/** Confirms a bulk delete. Only a deletion that runs as a batch can be undone. */
export function BulkDeleteDialog({ chosen, onDone, onClose }: BulkDialogProps) {
  const remove = useBulkDelete();
  const { count } = chosen;
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={texts.title(count)}
      message={count > MOST_AT_ONCE ? texts.undoable(count) : texts.permanent(count)}
      confirmLabel={texts.confirm}
      onConfirm={() => remove({ body: bulkInput(chosen)({}) })}
      onConfirmed={onDone}
    />
  );
}
