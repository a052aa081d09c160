import { mayTrigger } from '@crm/events/postbacks/triggers.ts';
import { pause, pauseAfter } from '@crm/platform/failures/pause.ts';
import { KafkaUnusable } from '@crm/platform/kafka/failure.ts';
import type { KafkaSettings } from '@crm/platform/kafka/settings.ts';
import { unlessEnded } from '@crm/platform/kafka/unless-ended.ts';
import type { Log } from '@crm/platform/log/log.ts';
import type { Foundation } from '@crm/platform/start/foundation.ts';

export type GroupOptions = { kafka: KafkaSettings; log: Log; signal: AbortSignal };

/**
 * Makes the postback workers of all processes one consumer group of the events' topic, until the signal aborts: the process
 * that has a lead's partition is woken when an event of the lead may become a delivery. A message is only a signal to look at
 * the queue: order, leases and what was sent are in the queue alone, so a message that is lost, late or read twice by a change
 * of the group neither loses nor doubles a delivery. While Kafka is away, workers look by themselves (docs/decisions.md).
 */
export async function joinGroup(
  wake: () => void,
  { kafka: settings, log, signal }: GroupOptions,
): Promise<void> {
  let isLogged = false;
  const { openKafka } = await import('@crm/platform/kafka/client.ts');
  for (let failures = 0; !signal.aborted; failures += 1) {
    const kafka = openKafka(settings);
    const onMessages = (messages: readonly Readonly<Record<string, string>>[]) => {
      [failures, isLogged] = [0, false];
      if (messages.some(({ type }) => type !== undefined && mayTrigger(type))) wake();
    };
    const following = async () => {
      try {
        await kafka.follow(groupOf(settings), settings.topic, onMessages, signal);
      } finally {
        await kafka.close();
      }
    };
    try {
      await unlessEnded(following(), signal);
    } catch (error) {
      if (!(error instanceof KafkaUnusable)) throw error;
      // At a first start, the mirror creates the topic during the first attempt.
      if (failures > 0 && !isLogged && !signal.aborted) {
        log.warn({ reason: error.message }, 'Kafka does not wake the postbacks; they look by themselves');
        isLogged = true;
      }
    }
    if (!signal.aborted) await pause(pauseAfter(failures), signal);
  }
}

/** One group per topic: products that share a cluster have topics of their own. */
const groupOf = ({ topic }: KafkaSettings): string => `${topic}-postbacks`;

/** Joins the group while the postbacks of a process run; null without KAFKA_BROKERS. */
export function followTopicOf({ config, log, stopping }: Pick<Foundation, 'config' | 'log' | 'stopping'>) {
  if (config.mirror.kind === 'none') return null;
  const { kafka } = config.mirror;
  return (wake: () => void) => joinGroup(wake, { kafka, log, signal: stopping.signal });
}
