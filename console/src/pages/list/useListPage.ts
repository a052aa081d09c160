import { LONGEST_FILTER } from '@crm/contracts/limits.ts';
import type { ViewedListName } from '@crm/contracts/views/views.ts';
import { cutText } from '@crm/events/language/text.ts';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type ListAnswer, tableState } from '../../api/tableState.ts';
import { can } from '../../auth/can.ts';
import { useCurrentUser } from '../../auth/currentUser.ts';
import { type Arrangement, arrangementOf } from '../../ui/table/arrangement.ts';
import type { Column, Selection, TableState } from '../../ui/table/columns.ts';
import { useDenseRows } from '../../ui/table/density.ts';
import { useShownRows } from '../../ui/table/useShownRows.ts';
import { useTitle } from '../../ui/useTitle.ts';
import { encode, initialState } from '../../url/codec.ts';
import { type Fields, pageSizes, type StateOf } from '../../url/fields.ts';
import { useLastPage } from '../../url/useLastPage.ts';
import { type SetUrlState, useUrlState } from '../../url/useUrlState.ts';
import { filtersOf, isFiltered } from './filters.ts';
import type { List, ListExport, ListState, ListViews, RowOf, ViewedList } from './list.ts';
import { useDay } from './useDay.ts';
import { useStateOnScreen } from './useStateOnScreen.ts';

type Declaration<F extends Fields, Row, Read, Answer, Key extends QueryKey, Bulk> = {
  /** The table's name, and the heading of the page's actions in the `?` sheet: 'Users'. */
  title: string;
  /** The page's heading; default: the title. */
  heading?: string;
  /** The browser tab's title; default: the heading. */
  tab?: string;
  /** The nouns for a row and for rows: 'user', 'users'. */
  one: string;
  many: string;
  /** The state in the URL: `paging`, filters, and for a sorted list `sortBy` and `sortOrder`. */
  fields: F;
  /** Reads the rows of a state. */
  query: (state: StateOf<F>) => UseQueryOptions<Read, Error, Answer, Key>;
  /** The same array until a cell changes: rows are memoised by it. */
  columns: readonly Column<Row>[];
  row: RowOf<Row>;
  /**
   * The hook that holds the selection over all pages, for the rows on screen and their state; absent in a list without bulk
   * actions.
   */
  useBulk?: (rows: readonly Row[], state: StateOf<F>) => Bulk;
  /** The saved views: the list's name for the server, and useSavedViews. Absent in a list whose columns are fixed. */
  views?: { of: ViewedListName; use: (of: ViewedListName, list: ViewedList) => ListViews };
  /**
   * The hook of the export, which ExportButton offers. `bulk` is the selection, `total` the number of listed rows, once
   * they are read.
   */
  useExport?: (state: StateOf<F>, bulk: Bulk, total: number | undefined) => ListExport;
  /** The page sizes, if not those of every list. */
  limits?: readonly number[];
  /** A dialog is open: new rows wait, as they do while rows are selected. */
  hold?: boolean;
  /** Rows are dense until the user chooses; default: no. */
  dense?: boolean;
  /** The rows have one height only. */
  oneHeight?: true;
};

const noRows: readonly never[] = [];

/**
 * A list page from its declaration: URL state, the rows of the current page, filters, sorting, selection, keys.
 * Render the result with ListPage. @returns the list, and its typed state for the page's own controls
 */
export function useListPage<
  F extends Fields,
  Row,
  Read,
  Answer extends ListAnswer<Row>,
  Key extends QueryKey,
  Bulk extends Selection<Row> | null = null,
>(declared: Declaration<F, Row, Read, Answer, Key, Bulk>) {
  const { fields, one, many, title, limits = pageSizes } = declared;
  const heading = declared.heading ?? title;
  useTitle(declared.tab ?? heading);
  const [state, setState] = useUrlState(fields);
  // Every list has these fields; their generic type does not show it.
  const [common, setCommon] = [state, setState] as unknown as [ListState, SetUrlState<ListState>];
  const [dense, setDense] = useDenseRows(declared.dense ?? false);
  // On a page that stays open past midnight, 'Today' is the next day.
  useDay();
  const query = useQuery(declared.query(state));
  useLastPage(common.page, query, (page) => setCommon({ page }, { replace: true }));

  const { of, use: useViews } = declared.views ?? noViews;
  const views = useViews(of, {
    fields,
    columns: declared.columns,
    heading,
    many,
    state: common,
    setState: setCommon,
  });

  const keyOf = (of: StateOf<F>) => encode(fields, { ...of, view: '' }).toString();
  const key = keyOf(state);
  const read: TableState<Row> = views?.opening ? { kind: 'loading' } : tableState<Row>(query);
  const { table, onScreen } = useStateOnScreen(state, read);
  // A selection is one of the rows on screen, which it holds there.
  const [selecting, setSelecting] = useState(false);
  const shownRows = useShownRows(
    keyOf(onScreen),
    table,
    declared.row.id,
    declared.hold === true || selecting,
  );
  // Without `useBulk`, its type is null.
  const useBulk = declared.useBulk ?? (noBulk as () => Bulk);
  const bulk = useBulk(shownRows.rows, onScreen);
  const selected = bulk !== null && bulk.ids.size > 0;
  if (selected !== selecting) setSelecting(selected);

  const shown = useMemo(
    () => shownOf(declared.columns, views?.arranging.arrangement ?? noRows),
    [declared.columns, views?.arranging.arrangement],
  );

  const useExport = declared.useExport ?? noExport;
  const total = query.isPlaceholderData ? undefined : query.data?.pagination.total;
  const exports = useExport(state, bulk, total);
  const exporting = can(useCurrentUser(), 'export') ? exports : null;

  const isDense = dense && !declared.oneHeight;
  const columns = useMemo(
    () => (isDense ? declared.columns.map(sizedDense) : declared.columns),
    [declared.columns, isDense],
  );
  const list: List<Row> = {
    title,
    heading,
    one,
    many,
    key,
    columns,
    row: declared.row,
    shown,
    query,
    total,
    table,
    shownRows,
    selection: bulk ?? undefined,
    views,
    exporting,
    dense: isDense,
    onDense: declared.oneHeight ? null : setDense,
    search: common.search ?? '',
    // Typing stays out of the browser's history.
    onSearch: (search) =>
      setCommon({ search: cutText(search, LONGEST_FILTER) }, { replace: common.search !== '' }),
    filtered: isFiltered(fields, state),
    clearFilters: () => setCommon(initialState(filtersOf(fields))),
    sort: common.sortBy && common.sortOrder ? { by: common.sortBy, order: common.sortOrder } : null,
    onSort: ({ by, order }) => setCommon({ sortBy: by, sortOrder: order }),
    page: common.page,
    onPage: (page) => setCommon((now) => ({ page: typeof page === 'function' ? page(now.page) : page })),
    limit: common.limit,
    limits,
    onLimit: (limit) => setCommon({ limit }),
  };
  /** The value of a filter and its change, for its select. */
  function filter<Field extends keyof StateOf<F>>(field: Field) {
    const onChange = (value: StateOf<F>[Field]) => setCommon({ [field]: value });
    return { value: state[field], onChange };
  }
  return { list, state, setState, filter, query, bulk };
}

const noBulk = () => null;
const noViews = { of: 'leads', use: () => null } as const;
const noExport = () => null;

const shownOf = (columns: Parameters<typeof arrangementOf>[0], arrangement: Arrangement) =>
  new Set(arrangementOf(columns, arrangement).flatMap(({ id, shown }) => (shown ? [id] : [])));

function sizedDense<Row>(column: Column<Row>): Column<Row> {
  return { ...column, width: column.denseWidth ?? column.width };
}
