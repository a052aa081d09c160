import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { me } from '../auth/earlyMe.ts';
import { codeOf, isSentAgain } from './errors.ts';

/** Live hints announce changes, so queries are not refetched on window focus. */
export function createQueryClient(): QueryClient {
  /** The session reads why the organisation is blocked, and shows it, or ends because of a suspension. */
  function onError(error: unknown) {
    const code = codeOf(error);
    if (code === 'tenant-blocked' || code === 'tenant-suspended') void refreshSession(client);
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        // navigator.onLine is often wrong on 127.0.0.1 and in office networks.
        networkMode: 'always',
        retry: (failures, error) => failures < 3 && isSentAgain(error),
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 4000),
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

/**
 * Reads the session again: whether it ended, and whether its organisation is blocked. No other query: one that the block
 * refuses would ask for the session again, and so on for as long as the block lasts.
 */
export const refreshSession = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [me.path] });
