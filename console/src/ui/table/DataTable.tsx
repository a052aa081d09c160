import clsx from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ErrorState } from '../ErrorState.tsx';
import { uiTexts } from '../texts.ts';
import { useAfterFirstRender } from '../useAfterFirstRender.ts';
import { usePhone } from '../useMediaQuery.ts';
import { CardList } from './CardList.tsx';
import type { Arranging, Column, Selection, ShownRows, Sort, TableState } from './columns.ts';
import { LoadingRows } from './LoadingRows.tsx';
import { NewRows } from './NewRows.tsx';
import { OutdatedNotice } from './OutdatedNotice.tsx';
import { useRowLinks } from './RowLink.tsx';
import { TableBody } from './TableBody.tsx';
import { TableHead } from './TableHead.tsx';
import { useCurrentRow } from './useCurrentRow.ts';
import type { Shown } from './useShownRows.ts';
import { useTable } from './useTable.ts';
import { useWidths } from './useWidths.ts';

type DataTableProps<Row> = {
  /** The accessible name of the table: 'Leads'. */
  label: string;
  columns: readonly Column<Row>[];
  state: TableState<Row>;
  shown: Shown<Row>;
  rowId: (row: Row) => string;
  /** The name of a row for its checkbox: 'order A-17'. */
  rowName: (row: Row) => string;
  /** Identifies the list's query and page. */
  list: string;
  /** The text of the button for new rows: (n) => `${n} new leads`. */
  newRows: (count: number) => string;
  empty: ReactNode;
  /** Shown instead of the error text, if the page knows more about it. */
  failed: ReactNode;
  sort: Sort | null;
  onSort: (sort: Sort) => void;
  selection: Selection<Row> | undefined;
  dense: boolean;
  /** Lets users show, move and size columns. */
  arranging: Arranging | undefined;
  /** Renders the shortcut handlers for the rows on screen. */
  keys: (shown: ShownRows<Row>) => ReactNode;
  /** The layout of a row on a phone. */
  card: (row: Row) => ReactNode;
};

const noRows: readonly never[] = [];

/** A table with server-side sorting and paging, selection and virtual scrolling. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { state, shown } = props;
  const { list, rows, waiting, showAll, top } = shown;
  const selectable = props.selection !== undefined;
  const asCards = usePhone();
  // State, not a ref: rows can be laid out only when their scroller exists.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  useRowLinks(scroller);
  const [current, setCurrent] = useCurrentRow(`${props.label} ${props.list}`);
  // The rows of a new page are a task of their own.
  const isMounted = useAfterFirstRender();
  const { table, rows: tableRows } = useTable({ ...props, rows: isMounted ? rows : noRows });
  const refreshing = state.kind === 'rows' && state.refreshing;
  const widths = useWidths(
    table,
    tableRows.listed,
    { dense: props.dense, selectable },
    asCards ? null : scroller,
  );

  const shownList = useRef(props.list);
  useEffect(() => {
    if (shownList.current === props.list) return;
    // A different list starts at its top; cards scroll with the page. Right before it is drawn: to scroll lays out the page.
    const request = requestAnimationFrame(() => {
      shownList.current = props.list;
      scroller?.scrollTo({ top: 0 });
      if (asCards) top.mark.current?.scrollIntoView({ block: 'nearest' });
    });
    return () => cancelAnimationFrame(request);
  }, [props.list, scroller, asCards, top.mark]);

  const showWaiting = () => {
    showAll();
    top.mark.current?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <div
      className={clsx('relative flex min-h-0 flex-col rounded-ui', !asCards && 'flex-1 border bg-surface')}
    >
      {props.keys({ list, rows, current, onMove: setCurrent, atTop: !top.away })}
      <OutdatedNotice outdated={state.kind === 'rows' ? state.outdated : null} />
      <NewRows text={waiting > 0 ? props.newRows(waiting) : null} onShow={showWaiting} />
      <div
        ref={setScroller}
        // Without rows, nothing in it takes the focus, and a wide head must still be scrolled by keyboard.
        {...(rows.length === 0 &&
          !asCards && { tabIndex: 0, role: 'group', 'aria-label': uiTexts.table.noRows(props.label) })}
        className={clsx('relative min-h-0 rounded-ui', !asCards && 'flex-1 scroll-pt-9 overflow-auto')}
      >
        <span ref={top.ref} aria-hidden className="absolute top-0 left-0 h-px w-px" />
        {asCards ? (
          <CardList
            label={props.label}
            table={table}
            rows={tableRows}
            loading={state.kind === 'loading'}
            refreshing={refreshing}
            card={props.card}
          />
        ) : (
          <table
            aria-label={props.label}
            aria-busy={state.kind === 'loading' || !isMounted || undefined}
            aria-rowcount={rows.length + 1}
            className="w-full table-fixed border-separate border-spacing-0 text-sm"
            style={widths.table}
          >
            <colgroup>
              {selectable && <col style={{ width: widths.select }} />}
              {widths.columns.map(({ id, width }) => (
                <col key={id} style={{ width }} />
              ))}
            </colgroup>
            <TableHead
              table={table}
              rows={tableRows}
              arrangeable={props.arranging !== undefined}
              onDraw={widths.onDraw}
            />
            {state.kind === 'loading' ? (
              <LoadingRows columns={table.getVisibleLeafColumns()} selectable={selectable} />
            ) : (
              <TableBody
                list={list}
                table={table}
                rows={tableRows}
                dense={props.dense}
                cursor={{ id: current, onMove: setCurrent }}
                refreshing={refreshing}
                scroller={scroller}
              />
            )}
          </table>
        )}
        {state.kind === 'failed' && (props.failed || <ErrorState text={state.text} onRetry={state.retry} />)}
        {state.kind === 'rows' && rows.length === 0 && props.empty}
      </div>
    </div>
  );
}
