import type { User } from '@crm/contracts/users/user.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { toast } from '../ui/toast.tsx';
import { useDeleteUser } from './commands.ts';

type DeleteUserDialogProps = {
  user: Pick<User, '_id' | 'fullName'>;
  onDeleted?: () => void;
  onClose: () => void;
};

export function DeleteUserDialog({ user, onDeleted, onClose }: DeleteUserDialogProps) {
  const deleteUser = useDeleteUser();
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={`Delete ${user.fullName}`}
      message="Are you sure you want to delete this user? This action cannot be undone."
      confirmLabel="Delete"
      onConfirm={async () => {
        await deleteUser(user._id);
        toast.success(`${user.fullName} deleted`);
        onDeleted?.();
      }}
    />
  );
}
