import type { Kafka, Message } from '@crm/platform/kafka/client.ts';
import { KafkaUnusable } from '@crm/platform/kafka/failure.ts';

/** A topic in memory, for what a test cannot make a real cluster do. */
export type MemoryTopic = {
  /** The messages of each partition. */
  partitions: Message[][];
  /** Deletes the topic and creates it again. */
  recreate: () => void;
  /** @param isAway what the client cannot reach */
  open: (isAway?: () => boolean) => () => Kafka;
};

export function memoryTopic(): MemoryTopic {
  const empty = () => [0, 1, 2, 3].map((): Message[] => []);
  const unreachable = () => Promise.reject(new KafkaUnusable('No answer'));
  const topic: MemoryTopic = {
    partitions: empty(),
    recreate() {
      topic.partitions = empty();
    },
    open:
      (isAway = () => false) =>
      () => ({
        clusterId: async () => (isAway() ? unreachable() : 'memory'),
        async describeTopic() {
          if (isAway()) return unreachable();
          return {
            partitions: topic.partitions.length,
            replicas: 1,
            ends: new Map(topic.partitions.map(({ length }, n) => [n, BigInt(length)])),
            settings: null,
          };
        },
        createTopic: unreachable,
        async send(_, spread, messages) {
          if (isAway()) return unreachable();
          const offsets = new Map<number, bigint>();
          for (const message of messages) {
            const number = message.key.charCodeAt(message.key.length - 1) % spread;
            const partition = topic.partitions[number] ?? [];
            if (!offsets.has(number)) offsets.set(number, BigInt(partition.length));
            partition.push(message);
          }
          return offsets;
        },
        follow: unreachable,
        close: async () => {},
      }),
  };
  return topic;
}
