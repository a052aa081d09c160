import type { Endpoint } from '@crm/contracts/endpoint.ts';
import type { Topic } from '@crm/contracts/live/hint.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AddressOf } from './address.ts';
import { type Answer, callForText, type Input } from './client.ts';
import { mayRecover } from './errors.ts';
import { readAgain, shared } from './readAgain.ts';

/** Topics of the live hints that refresh a query. */
export type Topics = readonly Topic[];
/**
 * 'row': refetched at once. 'aggregate': figures over many rows and choices of many, refetched every few seconds at most, and
 * not by every console at the same moment.
 */
type Pace = 'row' | 'aggregate';
type Refreshed = { topics: Topics; id?: string; pace?: Pace; mentions?: Topics };
type QueryMeta = { topics: Topics; id: string | null; pace?: Pace; mentions?: Topics };

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
  }
}

const STALE_AGAIN_MS = 2000;
const FAILED_AGAIN_MS = 10_000;
const MINUTE_MS = 60_000;
/** The server waits up to 2 s before each answer that is behind. */
const MOST_READS = 5;

/**
 * The query options of a read endpoint. The key is derived from the endpoint and its input. `topics`: the
 * live hints that refresh it; `id`: only hints about this entity; `pace`: how often they may refresh it. `mentions`: the topics
 * of other entities that the answer names, such as the operator of a lead: their hints refresh it like figures.
 */
export function read<E extends Endpoint>(endpoint: E | AddressOf<E>, input: Input<E>, meta: Refreshed) {
  return queryOptions({
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal, client, queryKey }): Promise<Answer<E>> =>
      readAgain(endpoint, input, signal, client.getQueryData<Answer<E>>(queryKey)),
    structuralSharing: shared,
    ...refreshedBy(meta),
  });
}

/**
 * Reads a query for a step that goes on from its answer. A busy server may answer with rows from before the caller's last write or
 * refusal: it is asked again, a few times.
 */
export async function readNow<E extends Endpoint>(
  queryClient: QueryClient,
  query: ReturnType<typeof read<E>>,
): Promise<Answer<E>> {
  for (let reads = 1; ; reads += 1) {
    const answer = await queryClient.fetchQuery({ ...query, staleTime: 0 });
    if (!answer.stale || reads === MOST_READS) return answer;
  }
}

/** The same for an endpoint whose answer may have another shape than its contract says: the response's text. */
export function readText<E extends Endpoint>(endpoint: E | AddressOf<E>, input: Input<E>, meta: Refreshed) {
  return queryOptions({
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }) => callForText(endpoint, input, { signal }),
    ...refreshedBy(meta),
  });
}

function refreshedBy({ topics, id, pace = 'row', mentions = [] }: Refreshed) {
  return {
    meta: { topics, id: id ?? null, pace, mentions },
    refetchInterval: againAfter,
  } as const;
}

type Shown = { state: { data?: { stale: boolean } | undefined; error: Error | null } };

/**
 * After how many ms a query reads again by itself what it shows: an answer behind the own writes, or one that could not be
 * refreshed while the server was away or busy. What shows nothing yet is read again in the background (useRecovery.ts).
 */
export function againAfter({ state: { data, error } }: Shown): number | false {
  if (!data) return false;
  if (data.stale) return STALE_AGAIN_MS;
  return mayRecover(error) ? FAILED_AGAIN_MS : false;
}

/** The same for an answer that the time changes too, without hints. */
export const againEvery =
  (ms: number) =>
  (query: Shown): number | false =>
    againAfter(query) || (!query.state.error && ms);

/** For an answer that only the time changes without hints: figures of today begin again at midnight, and leads become overdue. */
export const againEachMinute = againEvery(MINUTE_MS);

/** Refetches queries with one of the topics: visible ones now, others when they are next shown. */
export function refresh(queryClient: QueryClient, topics: Topics): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: (query) => query.meta?.topics.some((topic) => topics.includes(topic)) ?? false,
  });
}
