import { checkAppend } from './append-check.ts';
import type { Expected, Logged, Proposed } from './logged.ts';

export type AppendOutcome =
  | { kind: 'written'; revision: number; position: number }
  | { kind: 'wrong-version'; current: number | 'no_stream' }
  /** The same ids are being written now: the server drops the repeated write, and its sender gets no answer. */
  | { kind: 'dropped' };

export type MemoryLog = ReturnType<typeof memoryLog>;

const FIRST_POSITION = 1_000;
/** One system event per this many events, so that a consumer without the filter fails its tests. */
const SYSTEM_EVENT_EVERY = 25;

/**
 * The log of the test server, in memory: streams, positions that grow with the size of events, idempotency by the rules
 * of a real node, and system events in between. An event is written at once and readable a moment later.
 */
export function memoryLog() {
  const all: Logged[] = [];
  const streams = new Map<string, Logged[]>();
  /** Ids that make 'any' and 'stream_exists' idempotent; a restart clears them. */
  let recent = new Map<string, Logged>();
  let end = FIRST_POSITION;
  let readable = 0;
  let waiting: (() => void)[] = [];
  const followers = new Set<() => void>();

  function isReadable({ position }: Logged): boolean {
    const unreadable = all[readable];
    return !unreadable || position < unreadable.position;
  }

  async function append(
    stream: string,
    expected: Expected,
    events: readonly Proposed[],
  ): Promise<AppendOutcome> {
    const check = checkAppend(expected, events, streams.get(stream) ?? [], recent);
    switch (check.kind) {
      case 'wrong-version':
        return check;
      case 'repeated':
        return check.last && isReadable(check.last) ? writtenAt(check.last) : { kind: 'dropped' };
      case 'write':
        return writeAll(stream, events);
      default:
        return check satisfies never;
    }
  }

  function writeAll(stream: string, events: readonly Proposed[]): AppendOutcome | Promise<AppendOutcome> {
    for (const event of events) write(stream, event);
    const last = all.at(-1);
    if (!last) return { kind: 'dropped' };
    if (all.length % SYSTEM_EVENT_EVERY < events.length) write(STATISTICS_STREAM, statistics());
    return new Promise((resolve) => {
      waiting.push(() => resolve(writtenAt(last)));
      if (waiting.length === 1) setImmediate(makeReadable);
    });
  }

  function write(stream: string, event: Proposed) {
    const written = streams.get(stream) ?? [];
    streams.set(stream, written);
    const created = BigInt(Date.now()) * 10_000n;
    const logged = { ...event, stream, revision: written.length, position: end, created };
    end += 120 + stream.length + event.data.length + event.metadata.length;
    written.push(logged);
    all.push(logged);
    recent.set(event.id, logged);
  }

  function makeReadable() {
    readable = all.length;
    const answered = waiting;
    waiting = [];
    for (const answer of answered) answer();
    for (const wake of followers) wake();
  }

  return {
    append,
    /** The readable events of a stream, oldest first; null if the stream never existed. */
    stream(name: string): readonly Logged[] | null {
      const written = streams.get(name);
      return written ? written.slice(0, written.findLastIndex(isReadable) + 1) : null;
    },
    /** The event at an index of the whole log; undefined at the end. */
    at: (index: number): Logged | undefined => (index < readable ? all[index] : undefined),
    count: () => readable,
    /** The index of the first event at or after a position. */
    indexOf: (commit: number, prepare: number): number => indexIn(all, readable, { commit, prepare }),
    /** Calls `wake` when more events are readable, until the returned function is called. */
    onMore(wake: () => void): () => void {
      followers.add(wake);
      return () => followers.delete(wake);
    },
    /** Clears the state that a restart of the process loses. */
    restart() {
      recent = new Map();
    },
  };
}

const writtenAt = ({ revision, position }: Logged): AppendOutcome => ({
  kind: 'written',
  revision,
  position,
});

const STATISTICS_STREAM = '$stats-127.0.0.1:2113';

const statistics = (): Proposed => ({
  id: crypto.randomUUID(),
  type: '$statsCollected',
  json: true,
  data: Buffer.from('{"proc":{}}'),
  metadata: Buffer.alloc(0),
});

/** The index of the first event at or after a position, among the first `count` events of the log. */
function indexIn(
  all: readonly Logged[],
  count: number,
  { commit, prepare }: { commit: number; prepare: number },
): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    const position = all[middle]?.position ?? 0;
    if (position < commit || (position === commit && position < prepare)) low = middle + 1;
    else high = middle;
  }
  return low;
}
