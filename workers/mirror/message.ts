import type { RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Message } from '@crm/platform/kafka/client.ts';

/**
 * An event as a message of the topic (docs/events/README.md). Personal data stays encrypted: `event` is in its stored
 * form. The headers repeat what consumers choose messages by, so that they need not parse others.
 *
 * @param history positions can be compared only within one history
 */
export function messageOf(event: RecordedEvent, history: string): Message {
  const { id, type, version, stream, revision, position, at, data, meta } = event;
  return {
    key: stream,
    value: JSON.stringify({ id, type, version, stream, revision, position, history, at, data, meta }),
    headers: { id, type, position, tenant: meta.tenant },
  };
}
