import { type Append, type AppendOutcome, type ExpectedRevision, type Position, START } from '../port.ts';
import { prepare } from '../prepare.ts';
import type { Written } from './batch-append.ts';
import type { Client } from './client.ts';
import { writtenOf } from './events.ts';
import { ReadFailed } from './failure.ts';
import { logPositionOf, positionOf } from './position.ts';
import { RESERVATIONS, reserveNames } from './reservations.ts';
import { lastOf, type Settled, settledWrite } from './writes.ts';

/** The last position of the log that this process has seen, and when it last checked. */
export type Seen = {
  furthest(): Position;
  note(position: Position): void;
  /** Reads the head of the log unless a position was noted within the last second. Throws ReadFailed. */
  refresh(): Promise<void>;
};

const EXISTS_TRIES = 20;

/** Running appends of this process by their first event's id: a repeat waits for the first one. */
const inFlight = new Map<string, Promise<AppendOutcome>>();

export async function append(client: Client, seen: Seen, request: Append): Promise<AppendOutcome> {
  const prepared = prepare(request);
  if ('kind' in prepared) return prepared;
  if (request.stream.startsWith('$') || request.stream.startsWith(RESERVATIONS))
    throw new TypeError(`No stream of the product may be called ${request.stream}`);
  const key = request.events[0]?.id ?? '';
  const earlier = inFlight.get(key);
  if (earlier !== undefined) {
    const outcome = await earlier;
    return outcome.kind === 'appended' ? { ...outcome, repeated: true } : append(client, seen, request);
  }
  const outcome = carry(client, seen, request);
  inFlight.set(key, outcome);
  try {
    return await outcome;
  } finally {
    inFlight.delete(key);
  }
}

async function carry(client: Client, seen: Seen, request: Append): Promise<AppendOutcome> {
  try {
    await seen.refresh();
    return request.expected === 'exists'
      ? await appendToExisting(client, seen, request)
      : await appendAt(client, seen, request, request.expected);
  } catch (error) {
    if (!(error instanceof ReadFailed)) throw error;
    return { kind: 'unavailable', reason: error.message }; // reads that throw happen before the append is sent
  }
}

async function appendAt(
  client: Client,
  seen: Seen,
  request: Append,
  expected: Exclude<ExpectedRevision, 'exists'>,
): Promise<AppendOutcome> {
  const { stream, reserve = [] } = request;
  const events = eventsOf(request);
  if (reserve.length > 0) {
    const outcome = await reserveNames(client, { stream, expected, events }, reserve);
    // Claims for a stream that has advanced are void (reservations.ts), and the append is a conflict or a repeat.
    if (outcome.kind !== 'reserved' && ((await lastOf(client, stream))?.revision ?? 'none') === expected)
      return outcome.kind === 'taken' ? outcome : outcomeOf(seen, outcome);
  }
  const before = seen.furthest();
  const written = await settledWrite(client, stream, expected, events);
  // An append that has its names may be completed by another process.
  if (reserve.length > 0 && written.kind === 'unavailable') return { ...written, kind: 'unknown' };
  return outcomeOf(seen, written, before);
}

/**
 * The server forgets after a while which ids it accepted under 'exists'. So this reads the stream: if it has these ids,
 * the append is a repeat; otherwise it appends at the current revision, and retries when the stream changes in between.
 */
async function appendToExisting(client: Client, seen: Seen, request: Append): Promise<AppendOutcome> {
  const ids = new Set(request.events.map(({ id }) => id));
  for (let tries = 0; tries < EXISTS_TRIES; tries += 1) {
    let last: number | 'none' = 'none';
    let found: AppendOutcome | null = null;
    await client.readStream(request.stream, { backwards: true }, ({ id, revision, position }) => {
      if (last === 'none') last = revision;
      if (!ids.has(id)) return true;
      found = { kind: 'appended', revision, position: positionOf(position), repeated: true };
      return false;
    });
    if (found) return found;
    if (last === 'none') return { kind: 'conflict', actual: 'none' };
    const outcome = await appendAt(client, seen, request, last);
    if (outcome.kind !== 'conflict') return outcome;
  }
  return { kind: 'unavailable', reason: `Too many append to ${request.stream} at this moment` };
}

function eventsOf({ events, reserve = [], release = [] }: Append): Written[] {
  const releases = release.filter((name) => !reserve.includes(name));
  return events.map((event, n) => writtenOf(event, n === 0 && releases.length > 0 ? { releases } : {}));
}

/** `before` is the last position seen when the append was sent: an event at or before it existed already. */
function outcomeOf(seen: Seen, settled: Settled, before: Position | null = null): AppendOutcome {
  switch (settled.kind) {
    case 'written': {
      const position = positionOf(settled.position);
      seen.note(position);
      const repeated = settled.found || (before !== null && position <= before);
      return { kind: 'appended', revision: settled.revision, position, repeated };
    }
    case 'wrong-version':
      return { kind: 'conflict', actual: settled.current };
    case 'too-large':
      return { kind: 'too-large', what: 'append', bytes: settled.limit + 1, limit: settled.limit };
    case 'unavailable':
    case 'unknown':
      return settled;
    default:
      return settled satisfies never;
  }
}

/** Keeps the last seen position; `look` reads the head of the log. */
export function seenUpTo(look: () => Promise<Position>): Seen {
  const FRESH_MS = 1_000;
  let furthest: Position = START;
  let at = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  const note = (position: Position) => {
    if (position <= furthest) return;
    logPositionOf(position);
    furthest = position;
    at = performance.now();
  };
  return {
    furthest: () => furthest,
    note,
    async refresh() {
      if (performance.now() - at < FRESH_MS) return;
      looking ??= (async () => {
        note(await look());
        at = performance.now();
      })().finally(() => {
        looking = null;
      });
      await looking;
    },
  };
}
