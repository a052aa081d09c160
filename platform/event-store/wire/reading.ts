import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { Logged } from './logged.ts';
import type { MemoryLog } from './memory-log.ts';
import { encode, messages } from './protocol.ts';
import { timedOut } from './refusals.ts';
import { nameOf, type ReadOptions } from './requests.ts';

type Call = ServerWritableStream<object, Buffer>;

/** As on a node: events per page, and the maximum number of live events that a receiver may lag behind. */
const PAGE = 32;

/** A read with an end: of a stream or of $all, in either direction. */
export async function read(log: MemoryLog, options: ReadOptions, call: Call): Promise<void> {
  const events = options.stream ? ofStream(log, options) : ofAll(log, options);
  if (events === null) {
    const stream_identifier = options.stream?.stream_identifier;
    call.write(encode(messages.ReadResp, { stream_not_found: { stream_identifier } }));
  } else {
    for (const event of events) await send(call, eventBytes(event));
  }
  call.end();
}

function ofStream(log: MemoryLog, { stream, read_direction, count = 0 }: ReadOptions): Logged[] | null {
  if (!stream) return null;
  const written = log.stream(nameOf(stream.stream_identifier));
  if (!written) return null;
  if (read_direction === 0) {
    const from = stream.end ? written.length : (stream.revision ?? 0);
    return written.slice(from, from + count);
  }
  const upTo = stream.end ? written.length : (stream.revision ?? 0) + 1;
  return written.slice(Math.max(0, upTo - count), upTo).reverse();
}

/** Forwards, it starts with the event at the position; backwards, with the one before it. */
function* ofAll(log: MemoryLog, { all, read_direction, count = 0 }: ReadOptions): Generator<Logged> {
  const step = read_direction === 0 ? 1 : -1;
  const end = all?.end ? log.count() : 0;
  const at = all?.position ? log.indexOf(all.position.commit_position, all.position.prepare_position) : end;
  let index = step === 1 ? at : at - 1;
  for (let sent = 0; sent < count; sent += 1, index += step) {
    const event = log.at(index);
    if (!event) return;
    yield event;
  }
}

/**
 * A subscription to $all after a position. It first sends pages as fast as the receiver takes them, with checkpoints
 * for filtered events; reports that it caught up; then sends live events. As on a node, it ends if the receiver is too
 * slow for live events.
 */
export async function subscribe(log: MemoryLog, options: ReadOptions, call: Call): Promise<void> {
  const wanted = filterOf(options);
  const window = options.filter?.max ?? PAGE;
  const interval = window * (options.filter?.checkpointIntervalMultiplier ?? 1);
  let considered = 0;
  let index = startOf(log, options);
  call.write(encode(messages.ReadResp, { confirmation: { subscription_id: randomUUID() } }));

  const checkpointAt = (position: number) =>
    call.write(
      encode(messages.ReadResp, {
        checkpoint: { commit_position: position, prepare_position: position },
      }),
    );

  // Catch-up.
  for (;;) {
    let found = 0;
    let last: Logged | null = null;
    for (let looked = 0; looked < window && found < PAGE; looked += 1) {
      const event = log.at(index);
      if (!event || call.destroyed || call.cancelled) break;
      index += 1;
      considered += 1;
      last = event;
      if (!wanted(event)) continue;
      found += 1;
      await send(call, eventBytes(event));
    }
    if (call.destroyed || call.cancelled) return;
    if (!last) break;
    if (considered >= interval) {
      considered %= interval;
      checkpointAt(last.position);
    }
  }
  call.write(encode(messages.ReadResp, { caught_up: {} }));

  // Live.
  let full = false;
  let behind: Buffer[] = [];
  const forget = log.onMore(() => {
    for (let event = log.at(index); event; event = log.at(index)) {
      index += 1;
      considered += 1;
      if (wanted(event)) {
        const bytes = eventBytes(event);
        if (full) behind.push(bytes);
        else full = !call.write(bytes);
      }
      if (considered >= interval && !full) {
        considered = 0;
        checkpointAt(event.position);
      }
      if (behind.length > PAGE) {
        forget();
        call.emit(
          'error',
          timedOut('Consumer too slow to handle event while live. Client resubscription required.'),
        );
        return;
      }
    }
  });
  call.on('drain', () => {
    full = false;
    while (behind.length > 0 && !full) {
      const [bytes, ...rest] = behind;
      behind = rest;
      if (bytes) full = !call.write(bytes);
    }
  });
  for (const end of ['cancelled', 'close', 'error']) call.on(end, forget);
}

function startOf(log: MemoryLog, { all }: ReadOptions): number {
  if (all?.end) return log.count();
  if (!all?.position) return 0;
  return log.indexOf(all.position.commit_position, all.position.prepare_position) + 1;
}

function filterOf({ filter }: ReadOptions): (event: Logged) => boolean {
  if (!filter) return () => true;
  const { stream_identifier, event_type } = filter;
  const expression = stream_identifier ?? event_type;
  const field = (event: Logged) => (stream_identifier ? event.stream : event.type);
  if (expression?.regex) {
    const regex = new RegExp(expression.regex, 'u');
    return (event) => regex.test(field(event));
  }
  const prefixes = expression?.prefix ?? [];
  return (event) => prefixes.some((prefix) => field(event).startsWith(prefix));
}

async function send(call: Call, bytes: Buffer): Promise<void> {
  if (call.destroyed || call.cancelled || call.write(bytes)) return;
  const gone = new AbortController();
  const { signal } = gone;
  const ends = ['drain', 'cancelled', 'close', 'error'].map((name) =>
    once(call, name, { signal }).catch(() => {}),
  );
  await Promise.race(ends);
  gone.abort();
}

/** Each event is encoded once for all readers. */
const written = new WeakMap<Logged, Buffer>();

function eventBytes(event: Logged): Buffer {
  const known = written.get(event);
  if (known) return known;
  const bytes = encode(messages.ReadResp, {
    event: {
      event: {
        id: { string: event.id },
        stream_identifier: { stream_name: Buffer.from(event.stream) },
        stream_revision: event.revision,
        prepare_position: event.position,
        commit_position: event.position,
        metadata: {
          type: event.type,
          'content-type': event.json ? 'application/json' : 'application/octet-stream',
          created: String(event.created),
        },
        custom_metadata: event.metadata,
        data: event.data,
      },
      commit_position: event.position,
    },
  });
  written.set(event, bytes);
  return bytes;
}
