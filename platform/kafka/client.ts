import kafkajs, { type Kafka as Client, type SASLOptions } from 'kafkajs';
import { kafkaUnusable } from './failure.ts';
import { followAsMember, type OnMessages } from './follow.ts';
import { type KafkaSettings, RETRY } from './settings.ts';

// A CommonJS package: Node finds only some of its names.
const { ConfigResourceTypes, logLevel, Partitioners } = kafkajs;

/** Only this file and follow.ts use the package kafkajs. Every function throws KafkaUnusable. */
export type Kafka = {
  /** The id that the cluster has given itself. */
  clusterId: () => Promise<string>;
  /** @returns null when the topic is missing */
  describeTopic: (topic: string) => Promise<TopicState | null>;
  /** Creates a topic with the replication factor that the cluster has as its default. */
  createTopic: (
    topic: string,
    partitions: number,
    settings: Readonly<Record<string, string>>,
  ) => Promise<void>;
  /**
   * Resolves when all in-sync replicas have the messages. After an error some, all or none of them may be written, or be
   * written later.
   * @param partitions messages are spread by key over the first so many, also if the topic has more
   * @returns the offset of the first message that was written to each partition
   */
  send: (topic: string, partitions: number, messages: readonly Message[]) => Promise<Offsets>;
  /**
   * Reads new messages as a member of a consumer group, until the signal aborts. Each partition is read by one member; when
   * a member ends, the others get its partitions. A message may be read again after such a change.
   */
  follow: (group: string, topic: string, onMessages: OnMessages, signal: AbortSignal) => Promise<void>;
  close: () => Promise<void>;
};

export type Message = { key: string; value: string; headers: Readonly<Record<string, string>> };

/** An offset per partition. */
export type Offsets = ReadonlyMap<number, bigint>;

export type TopicState = {
  partitions: number;
  /** Replicas of the partition that has the fewest. */
  replicas: number;
  /** The offset that each partition gives to its next message. All are 0 when no message was ever written. */
  ends: Offsets;
  /** Null when the brokers do not tell. */
  settings: ReadonlyMap<string, string> | null;
};

const CONNECT_MS = 3_000;
const ANSWER_MS = 10_000;

/**
 * Opens a client; it connects at the first call. A client that failed is closed, and a new one opened.
 * @param answerMs time limit of an answer; a shorter one for tests
 */
export function openKafka(settings: KafkaSettings, answerMs = ANSWER_MS): Kafka {
  const client = clientOf(settings, answerMs);
  const orUnusable = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw kafkaUnusable(error, settings);
    }
  };
  const admin = once(() => client.admin());
  // One request at a time: a message never overtakes an earlier one (docs/events/README.md).
  let partitions = 1;
  const producer = once(() =>
    client.producer({
      allowAutoTopicCreation: false,
      idempotent: false,
      maxInFlightRequests: 1,
      // A repeat of kafkajs skips each broker that has answered, also for a partition that moved to it since: its messages
      // would be lost. The caller opens another client and sends all of them again.
      retry: { ...RETRY, retries: 0 },
      createPartitioner: () => {
        const byKey = Partitioners.DefaultPartitioner();
        return (args) => byKey({ ...args, partitionMetadata: args.partitionMetadata.slice(0, partitions) });
      },
    }),
  );

  const describeTopic = async (topic: string): Promise<TopicState | null> => {
    const asked = await admin.get();
    // To ask for a missing topic by its name would create it where the brokers do that.
    if (!(await asked.listTopics()).includes(topic)) return null;
    const { topics } = await asked.fetchTopicMetadata({ topics: [topic] });
    const found = topics[0]?.partitions ?? [];
    const ends = await asked.fetchTopicOffsets(topic);
    return {
      partitions: found.length,
      replicas: Math.min(...found.map(({ replicas }) => replicas.length)),
      ends: new Map(ends.map(({ partition, high }) => [partition, BigInt(high)])),
      settings: await settingsOf(topic),
    };
  };

  /** The right to read settings is often not given; then the mirror runs unchecked. */
  const settingsOf = async (topic: string): Promise<ReadonlyMap<string, string> | null> => {
    try {
      const { resources } = await (await admin.get()).describeConfigs({
        includeSynonyms: false,
        resources: [{ type: ConfigResourceTypes.TOPIC, name: topic }],
      });
      return new Map(
        resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]) ?? [],
      );
    } catch {
      return null;
    }
  };

  return {
    clusterId: () => orUnusable(async () => (await (await admin.get()).describeCluster()).clusterId),
    describeTopic: (topic) => orUnusable(() => describeTopic(topic)),
    createTopic: (topic, numPartitions, given) =>
      orUnusable(async () => {
        const configEntries = Object.entries(given).map(([name, value]) => ({ name, value }));
        await (await admin.get()).createTopics({
          topics: [{ topic, numPartitions, replicationFactor: -1, configEntries }],
          waitForLeaders: true,
        });
      }),
    send: (topic, spread, messages) =>
      orUnusable(async () => {
        partitions = spread;
        const written = await (await producer.get()).send({
          topic,
          acks: -1,
          timeout: answerMs,
          messages: messages.map(({ key, value, headers }) => ({ key, value, headers: { ...headers } })),
        });
        return new Map(
          written.flatMap(({ partition, baseOffset }) =>
            baseOffset === undefined ? [] : [[partition, BigInt(baseOffset)] as const],
          ),
        );
      }),
    follow: (groupId, topic, onMessages, signal) =>
      orUnusable(() => followAsMember(client, { groupId, topic }, onMessages, signal)),
    async close() {
      await Promise.all([admin.end(), producer.end()]);
    },
  };
}

const clientOf = ({ brokers, tls, login }: KafkaSettings, answerMs: number): Client =>
  new kafkajs.Kafka({
    clientId: 'lead-management',
    brokers: [...brokers],
    ssl: tls,
    // A cast: the same three mechanisms, which the package's types list one by one.
    ...(login && { sasl: login as SASLOptions }),
    connectionTimeout: CONNECT_MS,
    authenticationTimeout: answerMs,
    requestTimeout: answerMs,
    enforceRequestTimeout: true,
    retry: RETRY,
    logLevel: logLevel.NOTHING, // its errors are thrown, and logged once by the caller
  });

/** Opens and connects a part of the client at its first use. */
function once<P extends { connect: () => Promise<void>; disconnect: () => Promise<void> }>(open: () => P) {
  let opened: { part: P; connected: Promise<void> } | null = null;
  return {
    async get(): Promise<P> {
      if (!opened) {
        const part = open();
        opened = { part, connected: part.connect() };
      }
      await opened.connected;
      return opened.part;
    },
    end: async () => {
      await opened?.part.disconnect().catch(() => {}); // it was not connected
    },
  };
}
