import type { ReactNode } from 'react';
import { Pages } from '../../keys/Pages.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useAfterFirstRender } from '../../ui/useAfterFirstRender.ts';
import { pageTexts } from '../texts.ts';
import { type Empty, ListTable } from './ListTable.tsx';
import type { List } from './list.ts';

type ListPageProps<Row> = {
  list: List<Row>;
  /** Beside the title and the saved view: a status. */
  badges?: ReactNode;
  /** Default: how many rows of how many are shown. */
  subtitle?: ReactNode;
  /** The page's buttons. */
  actions?: ReactNode;
  /** Figures and filters, above the rows. */
  filters?: ReactNode;
  empty: Empty;
  /** Shown instead of the error, if the page knows more about it. */
  failed?: ReactNode;
  /** The bar of bulk actions; below the rows, so that its appearance moves none. */
  bulk?: ReactNode;
  /** Default: page numbers. */
  pages?: ReactNode;
  /** Dialogs. */
  children?: ReactNode;
};

/** Lays out a list page: title, filters, rows, bulk actions, pages. */
export function ListPage<Row>({ list, ...parts }: ListPageProps<Row>) {
  const { table, title, page } = list;
  // React renders a page that Back shows in one task. All but its heading follows in others.
  const isMounted = useAfterFirstRender();
  const pagination = table.kind === 'rows' ? list.query.data?.pagination : undefined;
  return (
    <Page fill busy={!isMounted}>
      <PageHeader
        title={list.heading}
        badges={
          <>
            {list.views?.bar}
            {parts.badges}
          </>
        }
        subtitle={parts.subtitle ?? <Showing list={list} />}
        actions={parts.actions}
      />
      {isMounted && parts.filters}
      {isMounted && <ListTable list={list} empty={parts.empty} failed={parts.failed} />}
      {parts.bulk}
      {parts.pages ??
        (pagination && (pagination.total > 0 || page > 1) && (
          <Pages
            group={title}
            page={page}
            totalPages={pagination.totalPages}
            onPage={list.onPage}
            limit={list.limit}
            limits={list.limits}
            onLimit={list.onLimit}
          />
        ))}
      {parts.children}
    </Page>
  );
}

/** How many rows of how many are shown. */
export function Showing<Row>({ list: { table, query, one, many } }: { list: List<Row> }) {
  const { data } = query;
  return (
    <span role="status">
      {table.kind === 'rows' && data
        ? pageTexts.list.showing(table.rows.length, data.pagination.total, one, many)
        : null}
    </span>
  );
}
