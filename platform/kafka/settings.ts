/** How Kafka is reached, and the topic for the events (README, Settings). */
export type KafkaSettings = {
  /** `host:port` of some brokers; the others are learned from them. */
  brokers: readonly string[];
  topic: string;
  tls: boolean;
  login: null | { mechanism: KafkaMechanism; username: string; password: string };
};

export const kafkaMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;
type KafkaMechanism = (typeof kafkaMechanisms)[number];

/** How the client retries: for a new leader of a partition; longer outages are the caller's. */
export const RETRY = { initialRetryTime: 200, maxRetryTime: 2_000, retries: 2 };
