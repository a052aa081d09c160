import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** A call that takes longer does not keep toasts and preloaded pages from loading. */
const AT_MOST_MS = 3000;

/**
 * Whether the first page has read its data and has been drawn. Code that it does not need, such as the toasts',
 * loads after that: on a slow line it would delay the page.
 */
export function useFirstRead(): boolean {
  const queryClient = useQueryClient();
  const [read, setRead] = useState(false);
  useEffect(() => {
    if (read) return;
    let drawn: ReturnType<typeof setTimeout> | undefined;
    const done = () => setRead(true);
    // Answers arrive before the page draws them, and a drawn answer may start the next call.
    const check = () => {
      clearTimeout(drawn);
      if (queryClient.isFetching() === 0) drawn = setTimeout(done, 100);
    };
    check();
    const unsubscribe = queryClient.getQueryCache().subscribe(check);
    const latest = setTimeout(done, AT_MOST_MS);
    return () => {
      unsubscribe();
      clearTimeout(drawn);
      clearTimeout(latest);
    };
  }, [queryClient, read]);
  return read;
}
