import { idOf } from '@crm/events/streams.ts';
import type { Pool } from 'pg';
import type { EventStore, RecordedEvent } from '../port.ts';
import { readKey } from './keys.ts';
import { openEvent } from './seal-event.ts';

/**
 * Reads a stream as it was before its erasure, as long as its key is not destroyed, so that copies of the data can be
 * found. Empty afterwards.
 */
export async function readBeforeErasure(
  storedEvents: EventStore,
  keys: Pool,
  stream: string,
): Promise<RecordedEvent[]> {
  const state = await readKey(keys, idOf(stream));
  if (state.kind === 'erased') return [];
  const events = await storedEvents.readStream(stream);
  return events.map((event) => openEvent(event, state));
}
