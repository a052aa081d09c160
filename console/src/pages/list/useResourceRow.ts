import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import type { Resource } from '../resource.ts';
import { pageTexts } from '../texts.ts';
import type { RowOf } from './list.ts';

type RowDoes<Entity> = { open: (id: string) => string; onDelete: (entity: Entity) => void };

/** The rows of a resource's list: their names, and the keys to open one and, for those who may, to edit and delete it. */
export function useResourceRow<Entity extends { _id: string }>(
  { noun, nameOf, edit, manage }: Pick<Resource<Entity>, 'noun' | 'nameOf' | 'edit' | 'manage'>,
  { open, onDelete }: RowDoes<Entity>,
): Omit<RowOf<Entity>, 'card'> {
  const manages = can(useCurrentUser(), manage);
  return {
    id: ({ _id }) => _id,
    name: (entity) => pageTexts.list.rowName(noun, nameOf(entity)),
    actions: [
      { action: 'open', label: pageTexts.list.open(noun), to: ({ _id }) => open(_id) },
      ...(manages
        ? [
            { action: 'edit', label: pageTexts.list.edit(noun), to: ({ _id }: Entity) => edit(_id) } as const,
            { action: 'delete', label: pageTexts.list.delete(noun), run: onDelete } as const,
          ]
        : []),
    ],
  };
}
