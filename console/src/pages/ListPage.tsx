import type { Pagination as PageOf } from '@crm/contracts/answer.ts';
import { type LucideIcon, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type ListQuery, tableState } from '../api/tableState.ts';
import { formatNumber } from '../format/count.ts';
import { ActionLink } from '../keys/ActionLink.tsx';
import { DensityButton } from '../keys/DensityButton.tsx';
import { Pages } from '../keys/Pages.tsx';
import { useRowKeys } from '../keys/useRowKeys.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from '../ui/Page.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { capitalised } from '../ui/StatusBadge.tsx';
import type { Column } from '../ui/table/columns.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { useDenseRows } from '../ui/table/density.ts';
import { useTitle } from '../ui/useTitle.ts';
import { pageSizes } from '../url/codec.ts';
import { useLastPage } from '../url/useLastPage.ts';
import type { Filtering } from './FilterBar.tsx';
import { FilterBar } from './FilterBar.tsx';

type Paging = { page: number; limit: number };

type ListPageProps<Row> = {
  /** 'Users'; texts use it in lower case as the plural. */
  title: string;
  /** 'user'. */
  noun: string;
  /** The list's path; the form for a new entity is at `/new` below it. */
  to: string;
  icon: LucideIcon;
  state: Paging;
  onPage: (patch: Partial<Paging>, options?: { replace: boolean }) => void;
  filtering: Filtering;
  query: ListQuery<Row> & { data: { pagination: PageOf } | undefined };
  /** Identifies the list's query; rows do not jump while it stays the same. */
  list: string;
  columns: readonly Column<Row>[];
  /** The name of a row: 'Rohit Verma'. */
  nameOf: (row: Row) => string;
  card: (row: Row) => ReactNode;
  /** The text of an empty list; default: '… found'. */
  empty?: string;
  /** The page that a row opens; default: its own page. */
  openAt?: (row: Row) => string;
  onDelete: (row: Row) => void;
  /** Placed beside the button for a new entity. */
  actions?: ReactNode;
  /** The open dialog; rows do not move while there is one. */
  dialog: ReactNode;
};

/** A list page for admins: search, open, create, edit, delete. The URL holds its state. */
export function ListPage<Row extends { _id: string }>(props: ListPageProps<Row>) {
  const { title, noun, to, state, filtering, query } = props;
  const [dense, setDense] = useDenseRows();
  const [current, setCurrent] = useState<string | null>(null);
  const pagination = query.data?.pagination;
  useTitle(title);
  useLastPage(state.page, query, (page) => props.onPage({ page }, { replace: true }));

  return (
    <Page fill>
      <PageHeader
        title={title}
        subtitle={<span role="status">{query.data ? showing(query.data, title.toLowerCase()) : ' '}</span>}
        actions={
          <>
            {props.actions}
            <ActionLink
              label={`Add ${capitalised(noun)}`}
              group={title}
              action="new"
              variant="primary"
              icon={Plus}
              to={`${to}/new`}
            />
          </>
        }
      />
      <FilterBar {...filtering} title={title}>
        <DensityButton group={title} dense={dense} onChange={setDense} />
      </FilterBar>
      <DataTable
        label={title}
        columns={props.columns}
        state={tableState<Row>(query)}
        rowId={idOf}
        rowName={(row) => `${noun} ${props.nameOf(row)}`}
        list={props.list}
        newRows={(count) => (count === 1 ? `1 new ${noun}` : `${count} new ${title.toLowerCase()}`)}
        hold={Boolean(props.dialog)}
        cursor={{ id: current, onMove: setCurrent }}
        dense={dense}
        card={props.card}
        keys={(rows) => <RowKeys {...props} rows={rows} current={current} onMove={setCurrent} />}
        empty={
          <EmptyState
            icon={props.icon}
            title={props.empty ?? `No ${title.toLowerCase()} found`}
            text={filtering.filtered ? `No ${noun} matches these filters.` : undefined}
          />
        }
      />
      {pagination && (pagination.total > 0 || state.page > 1) && (
        <Pages
          group={title}
          page={state.page}
          totalPages={pagination.totalPages}
          onPage={(page) => props.onPage({ page })}
          limit={state.limit}
          limits={pageSizes}
          onLimit={(limit) => props.onPage({ limit })}
        />
      )}
      {props.dialog}
    </Page>
  );
}

const idOf = (row: { _id: string }) => row._id;

function showing({ data, pagination }: { data: readonly unknown[]; pagination: PageOf }, what: string) {
  return `Showing: ${formatNumber(data.length)} of ${formatNumber(pagination.total)} ${what}`;
}

type RowKeysProps<Row> = Pick<ListPageProps<Row>, 'title' | 'noun' | 'to' | 'openAt' | 'onDelete'> & {
  rows: readonly Row[];
  current: string | null;
  onMove: (id: string) => void;
};

function RowKeys<Row extends { _id: string }>({ title, noun, to, openAt, ...keys }: RowKeysProps<Row>) {
  const navigate = useNavigate();
  useRowKeys<Row>({
    group: title,
    noun,
    rows: keys.rows,
    idOf,
    current: keys.current,
    onMove: keys.onMove,
    onOpen: (row) => void navigate(openAt?.(row) ?? `${to}/${row._id}`),
    onEdit: ({ _id }) => void navigate(`${to}/${_id}/edit`),
    onDelete: keys.onDelete,
  });
  return null;
}
