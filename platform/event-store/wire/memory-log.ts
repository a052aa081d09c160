/** An event as the client sent it. */
export type Proposed = { id: string; type: string; json: boolean; data: Buffer; metadata: Buffer };

export type Logged = Proposed & {
  stream: string;
  revision: number;
  /** Position in the log; commit and prepare are equal, as in every append of a current server. */
  position: number;
  /** .NET ticks: 100 ns. */
  created: bigint;
};

export type Expected = 'no_stream' | 'any' | 'stream_exists' | number;

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

  function append(stream: string, expected: Expected, events: readonly Proposed[]): Promise<AppendOutcome> {
    const written = streams.get(stream) ?? [];
    const outcome = checkAppend(written, expected, events);
    if (outcome.kind !== 'write') return Promise.resolve(outcome);
    for (const event of events) write(stream, event);
    const last = all.at(-1);
    if (!last) return Promise.resolve({ kind: 'dropped' });
    const { revision, position } = last;
    if (all.length % SYSTEM_EVENT_EVERY < events.length) writeStatistics();
    return new Promise((resolve) => {
      waiting.push(() => resolve({ kind: 'written', revision, position }));
      if (waiting.length === 1) setImmediate(makeReadable);
    });
  }

  function checkAppend(
    written: readonly Logged[],
    expected: Expected,
    events: readonly Proposed[],
  ): AppendOutcome | { kind: 'write' } {
    const wrong = {
      kind: 'wrong-version',
      current: written.length ? written.length - 1 : 'no_stream',
    } as const;
    if (expected === 'any' || expected === 'stream_exists') {
      if (expected === 'stream_exists' && written.length === 0) return wrong;
      const known = events.flatMap(({ id }) => recent.get(id) ?? []);
      if (known.length === events.length && known.every(({ stream }) => stream === written[0]?.stream)) {
        return again(known.at(-1));
      }
      return known.length === 0 ? { kind: 'write' } : wrong;
    }
    const from = expected === 'no_stream' ? 0 : expected + 1;
    if (from === written.length) return { kind: 'write' };
    const there = written.slice(from, from + events.length);
    const same = there.length === events.length && events.every(({ id }, n) => there[n]?.id === id);
    return same ? again(there.at(-1)) : wrong;
  }

  function again(last: Logged | undefined): AppendOutcome {
    if (!last || (all[readable] && last.position >= (all[readable]?.position ?? 0)))
      return { kind: 'dropped' };
    return { kind: 'written', revision: last.revision, position: last.position };
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

  function writeStatistics() {
    write('$stats-127.0.0.1:2113', {
      id: crypto.randomUUID(),
      type: '$statsCollected',
      json: true,
      data: Buffer.from('{"proc":{}}'),
      metadata: Buffer.alloc(0),
    });
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
      return written ? written.slice(0, Math.max(0, readableOf(written))) : null;
    },
    /** The event at an index of the whole log; undefined at the end. */
    at: (index: number): Logged | undefined => (index < readable ? all[index] : undefined),
    count: () => readable,
    /** The index of the first event at or after a position. */
    indexOf(commit: number, prepare: number): number {
      let [low, high] = [0, readable];
      while (low < high) {
        const middle = (low + high) >> 1;
        const position = all[middle]?.position ?? 0;
        if (position < commit || (position === commit && position < prepare)) low = middle + 1;
        else high = middle;
      }
      return low;
    },
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

  function readableOf(written: readonly Logged[]): number {
    const unreadable = all[readable];
    if (!unreadable) return written.length;
    let count = written.length;
    while (count > 0 && (written[count - 1]?.position ?? 0) >= unreadable.position) count -= 1;
    return count;
  }
}
