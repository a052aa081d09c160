import type { UseQueryResult } from '@tanstack/react-query';
import type { TableState } from '../ui/table/columns.ts';
import { errorText } from './errors.ts';

/** The table state of a list query. Loaded rows stay visible when a refetch fails. */
export function tableState<Row>(query: UseQueryResult<{ data: readonly Row[] }>): TableState<Row> {
  if (query.data) return { kind: 'rows', rows: query.data.data, refreshing: query.isPlaceholderData };
  if (query.isError) {
    return { kind: 'failed', text: errorText(query.error), retry: () => void query.refetch() };
  }
  return { kind: 'loading' };
}
