import { HISTORY_STREAM } from '@crm/platform/event-store/history.ts';
import type { RecordedEvent } from '@crm/platform/event-store/port.ts';
import type { Message } from '@crm/platform/kafka/client.ts';
import { KafkaUnusable } from '@crm/platform/kafka/failure.ts';
import { messageOf } from './message.ts';
import { SEND_BYTES } from './topic.ts';

/** Bytes of a message beside its key, value and headers: lengths, and numbers within the send. */
const FRAME_BYTES = 100;

/** The messages of a batch, in parts that a topic accepts. The store's own bookkeeping is no event of the product. */
export function* sendsOf(events: readonly RecordedEvent[], history: string): Generator<Message[]> {
  let messages: Message[] = [];
  let bytes = 0;
  for (const event of events) {
    if (event.stream === HISTORY_STREAM) continue;
    const message = messageOf(event, history);
    messages.push(message);
    bytes += bytesOf(message);
    if (bytes < SEND_BYTES) continue;
    yield messages;
    [messages, bytes] = [[], 0];
  }
  if (messages.length > 0) yield messages;
}

const bytesOf = ({ key, value, headers }: Message): number =>
  FRAME_BYTES +
  [key, value, ...Object.entries(headers).flat()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/** Sends messages in their order. A send that the topic finds too large is halved, down to one message. */
export async function sendHalved(
  send: (messages: readonly Message[]) => Promise<void>,
  messages: readonly Message[],
): Promise<void> {
  try {
    await send(messages);
  } catch (error) {
    if (!(error instanceof KafkaUnusable && error.isTooLarge) || messages.length < 2) throw error;
    const half = Math.ceil(messages.length / 2);
    await sendHalved(send, messages.slice(0, half));
    await sendHalved(send, messages.slice(half));
  }
}
