import type { Resource } from '../resource.ts';
import { pageTexts } from '../texts.ts';
import type { RowOf } from './list.ts';

type RowDoes<Entity> = { open: (id: string) => string; onDelete: (entity: Entity) => void };

/** The rows of a resource's list: their names, and the keys to open, edit and delete one. */
export function resourceRow<Entity extends { _id: string }>(
  { noun, nameOf, edit }: Pick<Resource<Entity>, 'noun' | 'nameOf' | 'edit'>,
  { open, onDelete }: RowDoes<Entity>,
): Omit<RowOf<Entity>, 'card'> {
  return {
    id: ({ _id }) => _id,
    name: (entity) => pageTexts.list.rowName(noun, nameOf(entity)),
    actions: [
      { action: 'open', label: pageTexts.list.open(noun), to: ({ _id }) => open(_id) },
      { action: 'edit', label: pageTexts.list.edit(noun), to: ({ _id }) => edit(_id) },
      { action: 'delete', label: pageTexts.list.delete(noun), run: onDelete },
    ],
  };
}
