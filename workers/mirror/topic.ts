import type { Kafka, TopicState } from '@crm/platform/kafka/client.ts';
import { KafkaUnusable } from '@crm/platform/kafka/failure.ts';

/** The settings of a new topic. Events are kept for ever: a consumer that comes later reads the whole history. */
const PARTITIONS = 12;
const SETTINGS = { 'cleanup.policy': 'delete', 'retention.ms': '-1' };

/**
 * A send has at most SEND_BYTES (sends.ts) and one more event, which has at most EVENT_LIMIT_BYTES of data (its encrypted form is a
 * third larger) and its metadata. So a topic with Kafka's default limit takes every send.
 */
export const SEND_BYTES = 512 * 1024;
const NEEDED_BYTES = 1_000_000;

/** The topic, created if it is missing. Throws KafkaUnusable with what is wrong and what would be right. */
export async function openTopic(kafka: Kafka, topic: string): Promise<TopicState> {
  const state = (await kafka.describeTopic(topic)) ?? (await created(kafka, topic));
  const wrong = wrongSetting(topic, state);
  if (wrong !== null) throw new KafkaUnusable(wrong);
  return state;
}

async function created(kafka: Kafka, topic: string): Promise<TopicState> {
  const command = Object.entries(SETTINGS).map(([name, value]) => `--config ${name}=${value}`);
  const advice = `create it with kafka-topics.sh --create --topic ${topic} --partitions ${PARTITIONS} ${command.join(' ')}`;
  try {
    await kafka.createTopic(topic, PARTITIONS, SETTINGS);
  } catch (error) {
    if (!(error instanceof KafkaUnusable)) throw error;
    throw new KafkaUnusable(
      `Topic ${topic} is missing and could not be created (${error.message}): ${advice}`,
    );
  }
  const state = await kafka.describeTopic(topic);
  if (state === null) throw new KafkaUnusable(`Topic ${topic} is missing: ${advice}`);
  return state;
}

/** @returns what is wrong with a topic and what would be right, in one line; null if events can be kept in it */
export function wrongSetting(topic: string, { replicas, settings }: TopicState): string | null {
  const setting = (name: string) => settings?.get(name) ?? null;
  const cleanup = setting('cleanup.policy');
  if (cleanup?.includes('compact'))
    return `Topic ${topic} has cleanup.policy=${cleanup}, which keeps only the last event of each stream: set cleanup.policy=delete`;
  const limit = setting('max.message.bytes');
  if (limit !== null && Number(limit) < NEEDED_BYTES)
    return `Topic ${topic} has max.message.bytes=${limit}: set it to 1048588, the default of Kafka, so that large events fit`;
  const needed = setting('min.insync.replicas');
  if (needed !== null && Number(needed) > replicas)
    return `Topic ${topic} has ${replicas} replicas and min.insync.replicas=${needed}, so nothing can be written: add replicas, or set min.insync.replicas to ${Math.max(1, replicas - 1)}`;
  return null;
}
