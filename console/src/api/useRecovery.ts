import { focusManager, type Query, QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallError, codeOf, mayRecover } from './errors.ts';

const FIRST_AGAIN_MS = 10_000;
const LONGEST_MS = 60_000;

/**
 * Reads in the background what a page could not show because the server was away, busy or failed, until it can: the user may
 * not be there to try again, as at a screen on the wall. Meanwhile the page keeps its error and its button. One read at a time, and none
 * while the tab is hidden.
 */
export function useRecovery(): void {
  const queryClient = useQueryClient();
  useEffect(() => recoverIn(queryClient), [queryClient]);
}

/** @returns a function that ends it */
export function recoverIn(queryClient: QueryClient): () => void {
  const cache = queryClient.getQueryCache();
  // A query of the page itself would show its page as loading with each attempt.
  const background = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', gcTime: 0 } } });
  let waitMs = FIRST_AGAIN_MS;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isReading = false;
  let hasEnded = false;

  const plan = () => {
    if (timer !== null || isReading || hasEnded) return;
    timer = setTimeout(() => {
      timer = null;
      void readFailed();
    }, waitMs);
  };

  async function readFailed() {
    const failed = cache.findAll({ type: 'active', predicate: isToRecover });
    if (failed.length === 0) {
      waitMs = FIRST_AGAIN_MS;
      return;
    }
    isReading = true;
    waitMs = Math.min(2 * waitMs, LONGEST_MS);
    if (focusManager.isFocused()) for (const query of failed) await recover(query);
    isReading = false;
    plan();
  }

  async function recover(query: Query) {
    const { queryKey, options, state } = query;
    // Not once the page has read by itself, or is another user's.
    const isStillWanted = () =>
      !hasEnded && cache.get(query.queryHash) === query && query.state.error === state.error;
    if (!isStillWanted() || !isToRecover(query) || !options.queryFn) return;
    try {
      const data = await background.fetchQuery({ queryKey, queryFn: options.queryFn, retry: false });
      if (isStillWanted()) queryClient.setQueryData(queryKey, data);
    } catch (error) {
      // Another failure than before: the page reads it by itself, and shows it.
      if (!mayBeReadAgain(error) && isStillWanted())
        void queryClient.refetchQueries({ queryKey, exact: true });
    }
  }

  const unsubscribe = cache.subscribe(({ query }) => {
    if (isToRecover(query)) plan();
  });
  // The first page may have failed already.
  plan();
  return () => {
    hasEnded = true;
    unsubscribe();
    if (timer !== null) clearTimeout(timer);
    background.clear();
  };
}

const isToRecover = ({ state: { status, data, error } }: Query): boolean =>
  status === 'error' && data === undefined && mayBeReadAgain(error);

/** A read may be repeated after any failure of the server, unlike a write. A report that took too long would only burden the server again. */
function mayBeReadAgain(error: unknown): boolean {
  if (!(error instanceof CallError) || codeOf(error) === 'report-too-slow') return false;
  return mayRecover(error) || (error.failure.kind === 'refused' && error.failure.status >= 500);
}
