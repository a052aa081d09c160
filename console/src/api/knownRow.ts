import type { QueryClient } from '@tanstack/react-query';

type Listed<Row> = { data: readonly Row[] };

/**
 * Finds an entity among the rows of the cached lists, so that its page shows them while it loads.
 * @param list the path of the list's endpoint
 */
export function knownRow<Row extends { _id: string }>(
  queryClient: QueryClient,
  list: string,
  id: string,
): Row | undefined {
  // A list is cached under its endpoint's path.
  for (const [, answer] of queryClient.getQueriesData<Listed<Row>>({ queryKey: [list] })) {
    const row = answer?.data.find(({ _id }) => _id === id);
    if (row) return row;
  }
  return undefined;
}
