import { filtersOf } from '../pages/list/filters.ts';
import type { ListState } from '../pages/list/list.ts';
import { type Arrangement, arrangementOf } from '../ui/table/arrangement.ts';
import { decode, encode } from '../url/codec.ts';
import type { Fields, StateOf } from '../url/fields.ts';
import type { ViewContent } from './commands.ts';

type Columns = readonly { id: string; hidden?: boolean }[];

/** The screen as a saved view stores it: filters as in the URL, and the arrangement of all columns. */
export function contentOf(
  fields: Fields,
  state: StateOf<Fields> & Pick<ListState, 'sortBy' | 'sortOrder'>,
  columns: Columns,
  arrangement: Arrangement,
): ViewContent {
  const { sortBy: by, sortOrder: order } = state;
  return {
    filters: Object.fromEntries(encode(filtersOf(fields), state)),
    sort: by && order ? { by, order } : null,
    columns: arrangementOf(columns, arrangement),
  };
}

/** The URL state of a view, or of the plain list; filters that no longer exist are ignored, and others are cleared. */
export function stateOf(fields: Fields, view: Pick<ViewContent, 'filters' | 'sort'> | null): StateOf<Fields> {
  const { page, place, limit, view: id, ...kept } = fields;
  const { filters, sort } = view ?? {};
  const given = { ...filters, ...(sort && { sortBy: sort.by, sortOrder: sort.order }) };
  return decode(kept, new URLSearchParams(given));
}

/** A key that is equal for contents which produce the same screen. */
export function screenKey(fields: Fields, columns: Columns, content: ViewContent): string {
  const state = stateOf(fields, content);
  const { filters, sort, columns: arranged } = contentOf(fields, state, columns, content.columns);
  return JSON.stringify([Object.entries(filters).sort(), sort, arranged]);
}
