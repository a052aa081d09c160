import { personalData } from '@crm/events/personal-data.ts';
import { idOf } from '@crm/events/streams.ts';
import { pause, pauseAfter } from '../../failures/pause.ts';
import { type EventBatch, type RecordedEvent, StoreUnavailable } from '../port.ts';
import type { KeyState, PersonalKeys } from './keys.ts';
import { openEvent } from './seal-event.ts';

/** Opens the events of a store as they are read. An outage of the keys throws StoreUnavailable. */
export function eventOpener(keys: PersonalKeys) {
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
    const states = await statesOf(events, keys);
    return events.map((event, at) => {
      const state = states[at];
      return state ? open(event, state) : event;
    });
  }

  const openBatch = async ({ events, upTo }: EventBatch): Promise<EventBatch> => ({
    events: await openAll(events),
    upTo,
  });

  return {
    openAll,
    openBatch,
    /** Like the store, it waits for the end of an outage. @returns null when the signal aborts meanwhile */
    async openOnceAvailable(batch: EventBatch, signal: AbortSignal): Promise<EventBatch | null> {
      for (let failures = 0; !signal.aborted; failures += 1) {
        try {
          return await openBatch(batch);
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error;
          await pause(pauseAfter(failures), signal);
        }
      }
      return null;
    },
  };
}

/** The state of each event's key; null for an event of a stream without personal data. */
async function statesOf(
  events: readonly RecordedEvent[],
  keys: PersonalKeys,
): Promise<readonly (KeyState | null)[]> {
  // Mostly all keys are in memory. Each consumer of the process reads each event: this loop runs often.
  const known = keys.known();
  const missing = new Set<string>();
  const states = events.map(({ stream }) => {
    if (!personalData.isIn(stream)) return null;
    const subject = idOf(stream);
    const state = known(subject);
    if (!state) missing.add(subject);
    return state ?? null;
  });
  if (missing.size === 0) return states;
  const read = await keys.of([...missing]);
  return events.map(({ stream }, at) => states[at] ?? read.get(idOf(stream)) ?? null);
}
