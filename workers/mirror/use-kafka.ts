import { setTimeout as sleep } from 'node:timers/promises';
import { pause, pauseAfter } from '@crm/platform/failures/pause.ts';
import type { Kafka } from '@crm/platform/kafka/client.ts';
import { KafkaUnusable } from '@crm/platform/kafka/failure.ts';
import { unlessEnded } from '@crm/platform/kafka/unless-ended.ts';
import type { MirrorOptions } from './options.ts';
import { openTopic } from './topic.ts';

/** A client waits for the answers to its requests before it closes; a broker without answers is not waited for. */
const CLOSE_MS = 1_000;

/** Waits until this process can use the topic: one that cannot must not keep the others from mirroring. */
export async function untilReachable(options: MirrorOptions): Promise<void> {
  const { kafka: settings, report, signal } = options;
  for (let failures = 0; !signal.aborted; failures += 1) {
    const isReached = await useKafka(options, signal, async (kafka) => {
      await unlessEnded(openTopic(kafka, settings.topic), signal);
    });
    if (isReached) return report({ kind: 'ok' });
    await pause(pauseAfter(failures), signal);
  }
}

/** Does work with a client of its own. @returns false when Kafka could not be used, which is reported */
export async function useKafka(
  { open, kafka: settings, answerMs, metrics, report }: MirrorOptions,
  ended: AbortSignal,
  work: (kafka: Kafka) => Promise<void>,
): Promise<boolean> {
  const openClient = open ?? (await import('@crm/platform/kafka/client.ts')).openKafka;
  const kafka = openClient(settings, answerMs);
  try {
    await work(kafka);
    return true;
  } catch (error) {
    if (!(error instanceof KafkaUnusable)) throw error;
    if (!ended.aborted) {
      metrics.failed();
      report({ kind: 'degraded', reason: error.message });
    }
    return false;
  } finally {
    await Promise.race([kafka.close(), sleep(CLOSE_MS, undefined, { ref: false })]);
  }
}
