import type { Expected, Logged, Proposed } from './logged.ts';

export type AppendCheck =
  | { kind: 'write' }
  | { kind: 'wrong-version'; current: number | 'no_stream' }
  /** The same events were written before; `last` is the last of them, null if none was sent. */
  | { kind: 'repeated'; last: Logged | null };

/**
 * Checks an append against its stream, and whether it is a repeated one, by the rules of a real node.
 *
 * @param written the events of the stream, readable or not
 * @param recent the ids that make 'any' and 'stream_exists' idempotent
 */
export function checkAppend(
  expected: Expected,
  events: readonly Proposed[],
  written: readonly Logged[],
  recent: ReadonlyMap<string, Logged>,
): AppendCheck {
  const wrong: AppendCheck = {
    kind: 'wrong-version',
    current: written.length ? written.length - 1 : 'no_stream',
  };
  if (expected === 'any' || expected === 'stream_exists') {
    if (expected === 'stream_exists' && written.length === 0) return wrong;
    const known = events.flatMap(({ id }) => recent.get(id) ?? []);
    if (known.length === events.length && known.every(({ stream }) => stream === written[0]?.stream))
      return { kind: 'repeated', last: known.at(-1) ?? null };
    return known.length === 0 ? { kind: 'write' } : wrong;
  }
  const from = expected === 'no_stream' ? 0 : expected + 1;
  if (from === written.length) return { kind: 'write' };
  const there = written.slice(from, from + events.length);
  const isRepeated = there.length === events.length && events.every(({ id }, n) => there[n]?.id === id);
  return isRepeated ? { kind: 'repeated', last: there.at(-1) ?? null } : wrong;
}
