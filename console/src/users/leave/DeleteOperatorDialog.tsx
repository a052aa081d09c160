import type { User } from '@crm/contracts/users/user.ts';
import { deleteUser } from '@crm/contracts/users/users.ts';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { errorText } from '../../api/errors.ts';
import { showBatch } from '../../batches/shown.ts';
import { checkedBy } from '../../form/checkedBy.ts';
import { DialogForm } from '../../form/DialogForm.tsx';
import { ConfirmDelete, useDelete } from '../../pages/DeleteDialog.tsx';
import type { DeleteDialogProps } from '../../pages/resource.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { SkeletonLines } from '../../ui/Skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { userDetail } from '../queries.ts';
import { userTexts } from '../texts.ts';
import { HandOverFields } from './HandOverFields.tsx';
import { handOverInput, noHandOver } from './handOver.ts';

const texts = userTexts.leave;

/** Deletes an operator; asks what becomes of their leads if they have any. */
export function DeleteOperatorDialog(props: DeleteDialogProps<User>) {
  const { entity, onClose } = props;
  // The count of the list may be out of date.
  const query = useQuery({ ...userDetail(entity._id), refetchOnMount: 'always' });
  const user = query.isFetchedAfterMount ? query.data?.data.user : undefined;
  if (user?.assignedLeadsCount === 0) return <ConfirmDelete {...props} />;
  return (
    <Dialog open onClose={onClose} title={texts.title(entity.fullName)} description={texts.description}>
      {user ? (
        <HandOverForm {...props} count={user.assignedLeadsCount} />
      ) : query.isError ? (
        <ErrorState text={errorText(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonLines count={3} />
      )}
    </Dialog>
  );
}

function HandOverForm({
  of,
  entity,
  count,
  onDeleted,
  onClose,
}: DeleteDialogProps<User> & { count: number }) {
  const remove = useDelete<typeof deleteUser>(of);
  const form = useForm({
    defaultValues: noHandOver,
    resolver: checkedBy(deleteUser.query, handOverInput),
  });
  return (
    <DialogForm
      form={form}
      submitLabel={texts.delete}
      danger
      save={async (query) => {
        const { batchId } = await remove({ params: { id: entity._id }, query });
        toast.success(texts.deleted(entity.fullName));
        onClose();
        if (batchId) showBatch(batchId);
        onDeleted?.();
      }}
      onClose={onClose}
    >
      <HandOverFields leaving={entity._id} count={count} />
    </DialogForm>
  );
}
