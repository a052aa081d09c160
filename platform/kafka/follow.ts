import type { Kafka as Client, ConsumerConfig } from 'kafkajs';
import { RETRY } from './settings.ts';

/** Gets the headers of messages, in their order. */
export type OnMessages = (headers: readonly Readonly<Record<string, string>>[]) => void;

/** Brokers give a member up after this time of silence; the smallest that Kafka's defaults allow is 6 s. */
const SILENCE_MS = 10_000;
const memberOf = (groupId: string): ConsumerConfig => ({
  groupId,
  allowAutoTopicCreation: false,
  sessionTimeout: SILENCE_MS,
  heartbeatInterval: SILENCE_MS / 4,
  maxWaitTimeInMs: 1_000,
  retry: { ...RETRY, restartOnFailure: async () => false }, // the caller opens another
});

/** Follows a topic as a member of a consumer group; see Kafka.follow. */
export async function followAsMember(
  client: Client,
  { groupId, topic }: { groupId: string; topic: string },
  onMessages: OnMessages,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const consumer = client.consumer(memberOf(groupId));
  let end = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve;
    consumer.on('consumer.crash', ({ payload }) => reject(payload.error));
  });
  ended.catch(() => {}); // awaited below
  signal.addEventListener('abort', end, { once: true });
  try {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: false });
    await consumer.run({
      eachBatch: async ({ batch: { messages } }) =>
        onMessages(
          messages.map(({ headers }) =>
            Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)])),
          ),
        ),
    });
    await ended;
  } finally {
    signal.removeEventListener('abort', end);
    await consumer.disconnect().catch(() => {}); // it was not connected
  }
}
