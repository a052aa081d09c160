import { matchQuery, type QueryClient, type QueryKey, replaceEqualDeep } from '@tanstack/react-query';
import type { Answer } from './client.ts';
import { readToken } from './token.ts';

/** A command that was sent. */
export type Sent = Promise<Pick<Answer<never>, 'position'>>;
type Known<Data> = Awaited<Sent> & { data: Data };

/** The answers of a server whose read models are behind for longer than this are shown as they are. */
const LONGEST_MS = 60_000;

/**
 * Shows the change of a command at once: in the cached answers of queries, and in each answer that arrives and does not include it,
 * as that of a read that was under way, or of a server whose read models are behind. Such an answer would undo the change on the
 * screen, and a form would take the change for that of somebody else. When the command fails, the queries are read again.
 * @param queryKey of the query, or the first part that the keys of several have in common
 * @param changed changes data in which the change is made already to the same data
 */
export function holdChange<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  command: Sent,
  changed: (data: Data) => Data,
): void {
  const token = readToken();
  /** The hashes of the queries that have included it: their later answers do too. */
  const included = new Set<string>();
  let saved: string | null = null;
  const change = (answer: Known<Data> | undefined) => {
    if (!answer) return undefined;
    const data = replaceEqualDeep(answer.data, changed(answer.data));
    return data === answer.data ? undefined : { ...answer, data };
  };
  queryClient.setQueriesData({ queryKey }, change);
  const letGo = queryClient.getQueryCache().subscribe((event) => {
    // `manual`: by a change, and not by an answer.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (!matchQuery({ queryKey }, event.query)) return;
    // Of another user.
    if (readToken() !== token) return letGo();
    const { position }: Known<Data> = event.action.data;
    const { queryHash } = event.query;
    if (saved !== null && position !== null && position >= saved) included.add(queryHash);
    if (!included.has(queryHash)) queryClient.setQueryData(event.query.queryKey, change);
  });
  command.then(
    ({ position }) => {
      saved = position;
      setTimeout(letGo, LONGEST_MS);
    },
    () => {
      letGo();
      void queryClient.invalidateQueries({ queryKey });
    },
  );
}
