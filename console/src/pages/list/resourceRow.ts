import type { Resource } from '../resource.ts';
import type { RowOf } from './list.ts';

type RowDoes<Entity> = { open: (id: string) => string; onDelete: (entity: Entity) => void };

/** The rows of a resource's list: their names, and the keys to open, edit and delete one. */
export function resourceRow<Entity extends { _id: string }>(
  { noun, nameOf, edit }: Pick<Resource<Entity>, 'noun' | 'nameOf' | 'edit'>,
  { open, onDelete }: RowDoes<Entity>,
): Omit<RowOf<Entity>, 'card'> {
  const one = noun.toLowerCase();
  return {
    id: ({ _id }) => _id,
    name: (entity) => `${one} ${nameOf(entity)}`,
    actions: [
      { action: 'open', label: `Open ${one}`, to: ({ _id }) => open(_id) },
      { action: 'edit', label: `Edit ${one}`, to: ({ _id }) => edit(_id) },
      { action: 'delete', label: `Delete ${one}`, run: onDelete },
    ],
  };
}
