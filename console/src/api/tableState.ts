import type { UseQueryResult } from '@tanstack/react-query';
import type { Outdated, TableState } from '../ui/table/columns.ts';
import { errorText } from './errors.ts';

/** The answer of every list. */
export type ListAnswer<Row> = {
  data: readonly Row[];
  stale: boolean;
  pagination: { page: number; total: number; totalPages: number };
};

/** The part of a list's query that its table shows. */
export type ListQuery<Row> = Pick<
  UseQueryResult<ListAnswer<Row>>,
  'data' | 'error' | 'isPlaceholderData' | 'isFetching' | 'refetch'
>;

/**
 * The table state of a list query. Loaded rows stay visible when a refetch fails, with the reason. An empty
 * page past the end of the list is not an empty list: it loads until useLastPage opens the last page.
 */
export function tableState<Row>(query: ListQuery<Row>): TableState<Row> {
  const retry = () => void query.refetch();
  const { data: answer, error } = query;
  if (!answer) return error ? { kind: 'failed', text: errorText(error), retry } : { kind: 'loading' };
  if (isPastEnd(answer)) return { kind: 'loading' };
  return { kind: 'rows', rows: answer.data, refreshing: query.isPlaceholderData, outdated: outdated(query) };
}

/** Whether the list has become shorter than the requested page. */
function isPastEnd({ pagination }: Pick<ListAnswer<unknown>, 'pagination'>): boolean {
  return pagination.page > pagination.totalPages;
}

function outdated({ data, error, isFetching, refetch }: ListQuery<unknown>): Outdated | null {
  if (error)
    return { kind: 'failed', text: errorText(error), isRetrying: isFetching, retry: () => void refetch() };
  return data?.stale ? { kind: 'stale' } : null;
}
