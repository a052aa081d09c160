import type { AppendOutcome, RecordedEvent } from '../port.ts';
import type { Prepared } from '../prepare.ts';
import { positionOf, rowOf } from './position.ts';

/** Events that this process appended in one transaction. `first` and `last` are their positions, without gaps. */
export type Appended = {
  first: number;
  last: number;
  bytes: number;
  /** Equal to the events as they are read. */
  events: () => RecordedEvent[];
};

/**
 * What a committed group wrote; null if it wrote nothing.
 * @param at the recording time of all its events, in milliseconds since 1970
 */
export function appendedBy(
  group: readonly Prepared[],
  outcomes: readonly AppendOutcome[],
  at: number | null,
): Appended | null {
  const written = group.flatMap((prepared, n) => {
    const outcome = outcomes[n];
    if (outcome?.kind !== 'appended' || outcome.repeated) return [];
    const count = prepared.append.events.length;
    return [{ prepared, revision: outcome.revision - count + 1, row: rowOf(outcome.position) - count + 1 }];
  });
  const [first] = written;
  if (!first || at === null) return null;
  const count = written.reduce((sum, { prepared }) => sum + prepared.append.events.length, 0);
  return {
    first: first.row,
    last: first.row + count - 1,
    bytes: written.reduce((sum, { prepared }) => sum + prepared.bytes, 0),
    events: () => written.flatMap((each) => recordedOf(each, new Date(at))),
  };
}

type Written = { prepared: Prepared; revision: number; row: number };

/** Parses the JSON that was sent, so that consumers get the same objects as from a read, and none of the appender's. */
function recordedOf(
  { prepared: { append, datas, metas }, revision, row }: Written,
  at: Date,
): RecordedEvent[] {
  return append.events.map(({ id, type, version }, n) => ({
    id: id.toLowerCase(), // as Postgres returns it
    type,
    version,
    stream: append.stream,
    revision: revision + n,
    position: positionOf(row + n),
    data: JSON.parse(datas[n] ?? ''),
    meta: JSON.parse(metas[n] ?? ''),
    at,
  }));
}
