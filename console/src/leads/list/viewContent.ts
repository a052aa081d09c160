import { type Arrangement, arrangementOf } from '../../ui/table/arrangement.ts';
import { decode, encode, initialState } from '../../url/codec.ts';
import type { ViewContent } from '../../views/commands.ts';
import { type LeadListState, leadFilters, leadListState } from './filters.ts';

type Columns = readonly { id: string; hidden?: boolean }[];

/** The screen as a saved view stores it: filters as in the URL, and the arrangement of all columns. */
export function contentOf(state: LeadListState, columns: Columns, arrangement: Arrangement): ViewContent {
  return {
    filters: Object.fromEntries(encode(leadFilters, state)),
    sort: { by: state.sortBy, order: state.sortOrder },
    columns: arrangementOf(columns, arrangement),
  };
}

/** The URL state that a view restores; filters that no longer exist are ignored. */
export function stateOf({ filters, sort }: Pick<ViewContent, 'filters' | 'sort'>): Partial<LeadListState> {
  const { sortBy } = leadListState;
  return {
    ...decode(leadFilters, new URLSearchParams(filters)),
    sortBy: sortBy.read(sort.by) ?? sortBy.initial,
    sortOrder: sort.order,
  };
}

/** A key that is equal for contents which produce the same screen. */
export function screenKey(columns: Columns, content: ViewContent): string {
  const state = { ...initialState(leadListState), ...stateOf(content) };
  const { filters, sort, columns: arranged } = contentOf(state, columns, content.columns);
  return JSON.stringify([Object.entries(filters).sort(), sort, arranged]);
}
