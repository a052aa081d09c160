import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { type RowAction, RowKeys } from '../../keys/RowKeys.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { pageTexts } from '../texts.ts';
import type { List } from './list.ts';

/** The texts and the action of a list without rows. */
export type Empty = {
  icon: LucideIcon;
  title?: string;
  text?: string;
  /** The text while filters are set, if not that of every list. */
  filteredText?: string;
  action?: ReactNode;
};

type ListTableProps<Row> = { list: List<Row>; empty: Empty; failed: ReactNode };

/** The rows of a list, with mouse, touch and keyboard control. */
export function ListTable<Row>({ list, empty, failed }: ListTableProps<Row>) {
  const { title, one, many, row, selection } = list;
  const actions = selection ? [...row.actions, selectAction(list)] : row.actions;
  return (
    <DataTable
      label={title}
      columns={list.columns}
      state={list.table}
      shown={list.shownRows}
      rowId={row.id}
      rowName={row.name}
      list={list.key}
      newRows={(count) => pageTexts.list.newRows(count, one, many)}
      sort={list.sort}
      onSort={list.onSort}
      selection={selection}
      arranging={list.views?.arranging}
      dense={list.dense}
      card={(one) => row.card(one, list.shown)}
      keys={(shown) => <RowKeys {...shown} group={title} noun={one} rowId={row.id} actions={actions} />}
      failed={failed}
      empty={
        <EmptyState
          icon={empty.icon}
          title={empty.title ?? pageTexts.list.empty(many)}
          text={list.filtered ? (empty.filteredText ?? pageTexts.list.noMatch(one)) : empty.text}
          action={empty.action}
        />
      }
    />
  );
}

function selectAction<Row>({ one, row, selection }: List<Row>): RowAction<Row> {
  return {
    action: 'select',
    label: pageTexts.list.select(one),
    run: (current) => selection?.onSelect([current], !selection.ids.has(row.id(current))),
  };
}
