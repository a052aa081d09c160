import { createHash } from 'node:crypto';
import { HISTORY_STREAM } from '../history.ts';
import type { EventStore, RecordedEvent } from '../port.ts';
import { START } from '../port.ts';

type Sum = { events: number; hash: string };

/** Hashes of a store's contents for a comparison: all events in order, and each stream. */
export type Digest = { all: Sum; streams: ReadonlyMap<string, Sum> };

const BATCH = 2_000;
const nothing: Sum = { events: 0, hash: '' };

const sha256 = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64');

/** All parts of an event that a copy keeps. The position is not one of them: each store assigns its own. */
const texted = ({ id, type, version, stream, revision, at, data, meta }: RecordedEvent) =>
  JSON.stringify([id, type, version, stream, revision, at.getTime(), data, meta]);

/** Reads all events of a store except its `history` stream. After each batch it reports their number and the newest ones. */
export async function digest(
  store: EventStore,
  onProgress: (events: number, newest: readonly RecordedEvent[]) => void,
): Promise<Digest> {
  const streams = new Map<string, Sum>();
  let all = nothing;
  for (let after = START; ; ) {
    const { events, upTo } = await store.readAll({ after, limit: BATCH });
    if (upTo === after) return { all, streams };
    after = upTo;
    for (const event of events) {
      if (event.stream === HISTORY_STREAM) continue;
      const text = texted(event);
      all = { events: all.events + 1, hash: sha256(all.hash, text) };
      const stream = streams.get(event.stream) ?? nothing;
      streams.set(event.stream, { events: stream.events + 1, hash: sha256(stream.hash, text) });
    }
    onProgress(all.events, events);
  }
}

export function differing(one: Digest, other: Digest): string[] {
  const names = new Set([...one.streams.keys(), ...other.streams.keys()]);
  return [...names].filter((name) => one.streams.get(name)?.hash !== other.streams.get(name)?.hash);
}

/** Groups the streams by kind (`lead-…`): number of streams and events, and one hash over them. */
export function kindsOf({ streams }: Digest) {
  const kinds = new Map<string, { streams: number; events: number; hash: string }>();
  for (const name of [...streams.keys()].sort()) {
    const sum = streams.get(name) ?? nothing;
    const kind = name.split('-', 1)[0] ?? name;
    const known = kinds.get(kind) ?? { streams: 0, events: 0, hash: '' };
    kinds.set(kind, {
      streams: known.streams + 1,
      events: known.events + sum.events,
      hash: sha256(known.hash, name, sum.hash),
    });
  }
  return kinds;
}
