import type { Query, QueryClient } from '@tanstack/react-query';
import type { Merged } from './mergeHints.ts';

/**
 * Reads again what the hints say has changed, unless the screen already shows something newer. A query whose
 * answer is still on its way is left alone, or a steady stream of hints would cancel it for ever; the hints it
 * must hear afterwards are given back.
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

/** Whether the answer on screen stands at the hint's place in history or after it. One without a place is always new. */
function isNewer(data: unknown, position: string): boolean {
  if (position === '') return false;
  if (typeof data !== 'object' || data === null || !('position' in data)) return false;
  return typeof data.position === 'string' && data.position >= position;
}
