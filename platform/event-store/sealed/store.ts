import { personalData } from '@crm/events/personal-data.ts';
import { idOf } from '@crm/events/streams.ts';
import { pause, pauseAfter } from '../../failures/pause.ts';
import { KEY_BYTES } from '../../secrets/cipher.ts';
import { pooledRandomBytes } from '../../secrets/random-bytes.ts';
import {
  type Append,
  type AppendOutcome,
  type EventBatch,
  type EventStore,
  type PersonalKey,
  type RecordedEvent,
  StoreUnavailable,
} from '../port.ts';
import type { KeyState, PersonalKeys } from './keys.ts';
import { isSealed, openEvent, sealEvent } from './seal-event.ts';

/**
 * An event store that encrypts personal data (docs/erasure.md). Events are sealed when they are appended and opened when
 * they are read, so that all other code handles plain events; the store below has only the sealed ones.
 *
 * @param keysWith 'append': the store writes a new key in the transaction of its append. 'before': the key is stored
 *   first, since events and keys are in two databases.
 */
export function sealedStore(
  stored: EventStore,
  keys: PersonalKeys,
  keysWith: 'append' | 'before',
): EventStore {
  /** Consumers of a process share the objects of the newest events: each is opened once. */
  const opened = new WeakMap<RecordedEvent, { state: KeyState; event: RecordedEvent }>();

  function open(event: RecordedEvent, state: KeyState): RecordedEvent {
    const known = opened.get(event);
    if (known?.state === state) return known.event;
    const plain = openEvent(event, state);
    if (plain !== event) opened.set(event, { state, event: plain });
    return plain;
  }

  async function openAll(events: RecordedEvent[]): Promise<RecordedEvent[]> {
    for (const { stream, type } of events) if (personalData.isErasure(type)) keys.erased(idOf(stream));
    // Mostly all keys are in memory. Each consumer of the process reads each event: this loop runs often.
    const known = keys.known();
    const missing = new Set<string>();
    let states = events.map(({ stream }) => {
      if (!personalData.isIn(stream)) return null;
      const subject = idOf(stream);
      const state = known(subject);
      if (!state) missing.add(subject);
      return state ?? null;
    });
    if (missing.size > 0) {
      const read = await keys.of([...missing]);
      states = events.map(({ stream }, at) => states[at] ?? read.get(idOf(stream)) ?? null);
    }
    return events.map((event, at) => {
      const state = states[at];
      return state ? open(event, state) : event;
    });
  }

  const openBatch = async ({ events, upTo }: EventBatch): Promise<EventBatch> => ({
    events: await openAll(events),
    upTo,
  });

  /** Like the store, it waits for the end of an outage. @returns null when the signal aborts meanwhile */
  async function openedOnceAvailable(batch: EventBatch, signal: AbortSignal): Promise<EventBatch | null> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        return await openBatch(batch);
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        await pause(pauseAfter(failures), signal);
      }
    }
    return null;
  }

  /**
   * A new stream gets a key; a stream from before encryption stays as it is. A stream whose key was lost takes no event,
   * since it would be stored as plain text. Throws StoreUnavailable.
   */
  async function keyFor({
    stream,
    expected,
    events,
  }: Append): Promise<{ state: KeyState; key?: PersonalKey }> {
    const subject = idOf(stream);
    if (expected !== 'none') {
      const state = (await keys.of([subject])).get(subject);
      if (state && state.kind !== 'none') return { state };
      const [first] = await stored.readStream(stream, { limit: 1 });
      if (first && isSealed(first.data))
        throw new StoreUnavailable(`The key of ${stream} is missing: restore the database that has the keys`);
      return { state: { kind: 'none' } };
    }
    const tenant = events[0]?.meta.tenant;
    if (tenant === undefined) return { state: { kind: 'none' } }; // the store refuses an append without events
    const key: PersonalKey = { subject, tenant, key: pooledRandomBytes(KEY_BYTES) };
    if (keysWith === 'before') return { state: await keys.store(key) };
    return { state: { kind: 'key', key: key.key }, key };
  }

  return {
    async append(append): Promise<AppendOutcome> {
      if (!personalData.isIn(append.stream)) return stored.append(append);
      try {
        const { state, key } = await keyFor(append);
        const events = append.events.map((event) => sealEvent(event, state));
        const outcome = await stored.append({ ...append, events, ...(key && { key }) });
        if (outcome.kind === 'appended' && !outcome.repeated) {
          if (key) keys.created(key);
          if (events.some(({ type }) => personalData.isErasure(type))) keys.erased(idOf(append.stream));
        }
        return outcome;
      } catch (error) {
        if (error instanceof StoreUnavailable) return { kind: 'unavailable', reason: error.message };
        throw error;
      }
    },
    readStream: async (stream, options) => openAll(await stored.readStream(stream, options)),
    readStreams: async (parts) => openAll(await stored.readStreams(parts)),
    readBackwards: async (stream, options) => openAll(await stored.readBackwards(stream, options)),
    existing: (streams) => stored.existing(streams),
    readAll: async (options) => openBatch(await stored.readAll(options)),
    head: () => stored.head(),
    timeOf: (position, tenant) => stored.timeOf(position, tenant),
    async *follow(options) {
      for await (const batch of stored.follow(options)) {
        const plain = await openedOnceAvailable(batch, options.signal);
        if (plain) yield plain;
      }
    },
    close: () => stored.close(),
  };
}
