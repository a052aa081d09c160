import type { Answered } from '@crm/contracts/endpoint.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { AddressOf } from '../api/address.ts';
import type { Input } from '../api/client.ts';
import { holdChange } from '../api/holdChange.ts';
import { useCommand } from '../api/useCommand.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { toast } from '../ui/toast.tsx';
import type { Deletable, DeleteDialogProps, DeleteEndpoint } from './resource.ts';
import { pageTexts } from './texts.ts';

/** Confirms and deletes an entity permanently; asks more if the resource needs an answer for this entity. */
export function DeleteDialog<Entity extends { _id: string }>(props: DeleteDialogProps<Entity>) {
  const { asking } = props.of;
  if (!asking?.needed(props.entity)) return <ConfirmDelete {...props} />;
  return (
    <Suspense>
      <asking.Dialog {...props} />
    </Suspense>
  );
}

export function ConfirmDelete<Entity extends { _id: string }>(props: DeleteDialogProps<Entity>) {
  const { of, entity, onDeleted, onClose } = props;
  const remove = useDelete(of);
  const name = of.nameOf(entity);
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={pageTexts.delete.title(name)}
      message={pageTexts.delete.message(of.noun, of.consequence)}
      confirmLabel={pageTexts.delete.confirm}
      onConfirm={async () => {
        await remove({ params: { id: entity._id } });
        toast.success(pageTexts.delete.done(name));
        onDeleted?.();
      }}
    />
  );
}

type Listed = readonly { _id: string }[];

/** Deletes by id and removes the entity from the cached lists at once. @returns the answer's data */
export function useDelete<E extends DeleteEndpoint>({
  remove,
  listed,
  topics,
}: Pick<Deletable<never>, 'listed' | 'topics'> & { remove: AddressOf<DeleteEndpoint> }) {
  const queryClient = useQueryClient();
  // A resource with a dialog of its own knows which endpoint it declares.
  const command = useCommand(remove as AddressOf<E>, topics);
  return async (input: Input<E> & { params: { id: string } }): Promise<Answered<E>> => {
    const deleted = command.mutateAsync(input);
    const { data } = await deleted;
    holdChange(queryClient, [listed.path], deleted, (rows: Listed) =>
      rows.filter(({ _id }) => _id !== input.params.id),
    );
    return data;
  };
}
