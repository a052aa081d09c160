import { useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../api/useCommand.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { toast } from '../ui/toast.tsx';
import type { Deletable } from './resource.ts';

type DeleteDialogProps<Entity extends { _id: string }> = {
  of: Deletable<Entity>;
  entity: Entity;
  onDeleted?: () => void;
  onClose: () => void;
};

/** Confirms and deletes an entity permanently. */
export function DeleteDialog<Entity extends { _id: string }>(props: DeleteDialogProps<Entity>) {
  const { of, entity, onDeleted, onClose } = props;
  const remove = useDelete(of);
  const name = of.nameOf(entity);
  const consequence = of.consequence ? ` ${of.consequence}` : '';
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={`Delete ${name}`}
      message={`Are you sure you want to delete this ${of.noun.toLowerCase()}?${consequence} This action cannot be undone.`}
      confirmLabel="Delete"
      onConfirm={async () => {
        await remove(entity._id);
        toast.success(`${name} deleted`);
        onDeleted?.();
      }}
    />
  );
}

type Listed = { data: readonly { _id: string }[] };

/** Deletes by id and removes the entity from the cached lists at once. */
function useDelete({ remove, listed, topics }: Pick<Deletable<never>, 'remove' | 'listed' | 'topics'>) {
  const queryClient = useQueryClient();
  const command = useCommand(remove, topics);
  return async (id: string) => {
    await command.mutateAsync({ params: { id } });
    queryClient.setQueriesData<Listed>({ queryKey: [listed.path] }, (answer) =>
      answer ? { ...answer, data: answer.data.filter(({ _id }) => _id !== id) } : answer,
    );
  };
}
