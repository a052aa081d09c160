import { useEffect, useEffectEvent } from 'react';

type Answered = {
  data: { pagination: { totalPages: number } } | undefined;
  isPlaceholderData: boolean;
};

/**
 * Opens the last page of a list that has become shorter than the page in the URL: its rows were deleted,
 * decided or filtered out.
 */
export function useLastPage(page: number, query: Answered, open: (page: number) => void): void {
  const last = query.isPlaceholderData ? undefined : query.data?.pagination.totalPages;
  const openLast = useEffectEvent(open);
  useEffect(() => {
    if (last !== undefined && page > last) openLast(Math.max(1, last));
  }, [page, last]);
}
