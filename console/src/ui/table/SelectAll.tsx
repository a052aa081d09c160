import { Checkbox } from '../Checkbox.tsx';
import type { Selection } from './columns.ts';

/** Selects or unselects the rows of this page; the selection of other pages stays. */
export function SelectAll({ ids, selection }: { ids: readonly string[]; selection: Selection }) {
  const chosen = ids.filter((id) => selection.ids.has(id)).length;
  const all = ids.length > 0 && chosen === ids.length;

  function toggle() {
    const next = new Set(selection.ids);
    for (const id of ids) {
      if (all) next.delete(id);
      else next.add(id);
    }
    selection.onChange(next);
  }

  return (
    <Checkbox
      aria-label="Select all on this page"
      checked={all}
      indeterminate={chosen > 0 && !all}
      disabled={ids.length === 0}
      onChange={toggle}
    />
  );
}

/** The checkbox of one row. */
export function SelectRow({ id, name, selection }: { id: string; name: string; selection: Selection }) {
  return (
    <Checkbox
      aria-label={`Select ${name}`}
      checked={selection.ids.has(id)}
      onChange={(event) => {
        const next = new Set(selection.ids);
        if (event.target.checked) next.add(id);
        else next.delete(id);
        selection.onChange(next);
      }}
    />
  );
}
