import type { Endpoint } from '@crm/contracts/endpoint.ts';
import type { Topic } from '@crm/contracts/live/hint.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Answer, call, type Input } from './client.ts';

/** What a hint must name for a query to be read again: a topic, and for a page about one thing, its id. */
export type Topics = readonly Topic[];
type QueryMeta = { topics: Topics; id: string | null };

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
  }
}

const STALE_AGAIN_MS = 2000;

/**
 * The query of a read endpoint. Its key follows from the call; `topics` says which live hints refresh it,
 * and `id` narrows them to hints about that one thing.
 */
export function read<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  meta: { topics: Topics; id?: string },
) {
  return queryOptions({
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }): Promise<Answer<E>> => call(endpoint, input, { signal }),
    meta: { topics: meta.topics, id: meta.id ?? null },
    refetchInterval: (query) => (query.state.data?.stale ? STALE_AGAIN_MS : false),
  });
}

/** Reads again whatever is about one of the topics: at once where it is on screen, later where it is not. */
export function refresh(queryClient: QueryClient, topics: Topics): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: (query) => query.meta?.topics.some((topic) => topics.includes(topic)) ?? false,
  });
}
