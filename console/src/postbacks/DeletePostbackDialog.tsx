import type { Postback } from '@crm/contracts/postbacks/postback.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { toast } from '../ui/toast.tsx';
import { useDeletePostback } from './commands.ts';

type DeletePostbackDialogProps = {
  postback: Pick<Postback, '_id' | 'name'>;
  onClose: () => void;
};

export function DeletePostbackDialog({ postback, onClose }: DeletePostbackDialogProps) {
  const deletePostback = useDeletePostback();
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={`Delete ${postback.name}`}
      message="Are you sure you want to delete this postback? What waits to be sent is dropped. This action cannot be undone."
      confirmLabel="Delete"
      onConfirm={async () => {
        await deletePostback(postback._id);
        toast.success(`${postback.name} deleted`);
      }}
    />
  );
}
