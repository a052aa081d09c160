import { QueryClient } from '@tanstack/react-query';
import { mayRecover } from './errors.ts';

/** Live hints announce changes, so queries are not refetched on window focus. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        // navigator.onLine is often wrong on 127.0.0.1 and in office networks.
        networkMode: 'always',
        retry: (failures, error) => failures < 3 && mayRecover(error),
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 4000),
      },
      mutations: { networkMode: 'always' },
    },
  });
}
