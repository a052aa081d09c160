import type { Query, QueryClient } from '@tanstack/react-query';
import type { Merged } from './mergeHints.ts';

/**
 * Refetches the queries that the hints concern, unless they already show newer data. Returns hints that
 * concern a query in flight: refetching would cancel it, and steady hints would cancel it forever, so the
 * caller must apply these later.
 */
export function applyHints(queryClient: QueryClient, hints: readonly Merged[]): Merged[] {
  return hints.filter((hint) => {
    const outdated = queryClient.getQueryCache().findAll({
      predicate: (query) => isAbout(query, hint) && !isNewer(query.state.data, hint.position),
    });
    const [busy, idle] = [outdated.filter(isFetching), outdated.filter((query) => !isFetching(query))];
    for (const query of idle) void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
    return busy.length > 0;
  });
}

const isFetching = (query: Query) => query.state.fetchStatus === 'fetching';

function isAbout({ meta }: Query, hint: Merged): boolean {
  if (!meta?.topics.includes(hint.topic)) return false;
  return meta.id === null || hint.ids.has(meta.id);
}

/** Whether the shown answer is at or after the hint's position. A hint without a position is always newer. */
function isNewer(data: unknown, position: string): boolean {
  if (position === '') return false;
  if (typeof data !== 'object' || data === null || !('position' in data)) return false;
  return typeof data.position === 'string' && data.position >= position;
}
