import { pause, pauseAfter } from '@crm/platform/failures/pause.ts';
import type { Kafka, Message, Offsets } from '@crm/platform/kafka/client.ts';
import { KafkaUnusable } from '@crm/platform/kafka/failure.ts';
import { unlessEnded } from '@crm/platform/kafka/unless-ended.ts';
import type { Checkpoint } from '@crm/platform/runner/checkpoint.ts';
import { choresOf } from '@crm/platform/runner/chores.ts';
import { mirrorName } from '@crm/platform/runner/consumer-names.ts';
import { createProgress } from '@crm/platform/runner/progress.ts';
import { registerConsumer } from '@crm/platform/runner/register.ts';
import { runAsLeader } from '@crm/platform/runner/run-as-leader.ts';
import type { MirrorOptions } from './options.ts';
import { forgetTopic, type Origin, originOf } from './origin.ts';
import { READ, readAhead } from './read-ahead.ts';
import { sendHalved, sendsOf } from './sends.ts';
import { openTopic } from './topic.ts';
import { untilReachable, useKafka } from './use-kafka.ts';

/** `notice` logs what an operator should know, once and not at each attempt. */
type Noticing = MirrorOptions & { notice: (text: string | null) => void };

const VERSION = 1;
/** At the head, this pause gathers events, so that a busy hour costs 50 sends per second and not one per event. */
const GATHER_MS = 20;
/** After this time of failures only, another process may lead: perhaps just this one cannot reach Kafka. */
const GIVE_UP_MS = 30_000;
/** A leader that gave up waits for this time: every other process tries to lead in less (platform/runner/leadership.ts). */
const STEP_ASIDE_MS = 1_000;

/**
 * Copies every event into the topic, in order, until the signal aborts. One of the processes that reach Kafka copies. The
 * checkpoint moves after all in-sync replicas have the events; docs/events/README.md says what consumers can rely on.
 */
export async function runMirror(options: MirrorOptions): Promise<void> {
  const { kafka, pool, leadership, log, signal } = options;
  const consumer = { name: mirrorName(kafka.topic), version: VERSION };
  await registerConsumer(consumer, { pool, log, signal });
  const progress = createProgress(pool);
  let last: string | null = null;
  const notice = (text: string | null) => {
    if (text !== null && text !== last) log.warn({ topic: kafka.topic }, text);
    last = text;
  };
  while (!signal.aborted) {
    await untilReachable(options);
    const tired = new AbortController();
    const leaving = AbortSignal.any([signal, tired.signal]);
    await runAsLeader(consumer, { pool, leadership, progress, log, signal: leaving }, (from, lost) =>
      mirror(from, AbortSignal.any([leaving, lost]), tired, { ...options, notice }),
    );
    await pause(STEP_ASIDE_MS, signal);
  }
}

/**
 * Mirrors until the signal aborts. Whatever is wrong with Kafka, it is tried again: it is repaired in Kafka, without a restart
 * of the product. After GIVE_UP_MS without a success, `tired` is aborted. Throws LeadershipLost and the errors of Postgres.
 */
async function mirror(
  first: Checkpoint,
  ended: AbortSignal,
  tired: AbortController,
  options: Noticing,
): Promise<void> {
  const { kafka: settings, metrics, report, giveUpMs = GIVE_UP_MS, reachedStep = () => {} } = options;
  let checkpoint = first;
  let failures = 0;
  let failingSince: number | null = null;
  let hasUnsent = false;
  const healthy = () => {
    [failures, failingSince] = [0, null];
    report({ kind: 'ok' });
  };
  const work = async (kafka: Kafka) => {
    const { origin, ends } = await begin(kafka, checkpoint, ended, options);
    checkpoint = origin.from;
    if (!hasUnsent) healthy();
    const send = async (messages: readonly Message[]) => {
      // Without an answer before the end, the next leader sends the events again.
      const written = await unlessEnded(kafka.send(settings.topic, origin.partitions, messages), ended);
      await refuseAnother(written, ends, options);
    };
    for await (const batch of readAhead(options.storedEvents, checkpoint.position, ended)) {
      hasUnsent = true;
      reachedStep('read');
      for (const messages of sendsOf(batch.events, origin.history)) await sendHalved(send, messages);
      hasUnsent = false;
      healthy();
      reachedStep('acknowledged');
      checkpoint = await choresOf(options.pool).save(checkpoint, batch.upTo);
      metrics.reached(batch.upTo, batch.events.length);
      reachedStep('saved');
      if (batch.events.length < READ) await pause(GATHER_MS, ended);
    }
  };
  try {
    while (!ended.aborted) {
      if (await useKafka(options, ended, work)) continue;
      failingSince ??= performance.now();
      if (!ended.aborted && performance.now() - failingSince >= giveUpMs) tired.abort();
      await pause(pauseAfter(failures++), ended);
    }
  } finally {
    metrics.reached(null, 0);
    if (!tired.signal.aborted) report({ kind: 'ok' }); // another process mirrors now
  }
}

/** Checks the topic, and finds where to continue. */
async function begin(
  kafka: Kafka,
  checkpoint: Checkpoint,
  ended: AbortSignal,
  { kafka: { topic }, pool, metrics, notice }: Noticing,
): Promise<{ origin: Origin; ends: Map<number, bigint> }> {
  const cluster = await unlessEnded(kafka.clusterId(), ended);
  const state = await unlessEnded(openTopic(kafka, topic), ended);
  const origin = await originOf(pool, checkpoint, { topic, cluster, state });
  notice(origin.notice);
  metrics.reached(origin.from.position, 0);
  return { origin, ends: new Map(state.ends) };
}

/** Throws KafkaUnusable when a partition is empty again: its topic was deleted and created while events were sent. */
async function refuseAnother(
  written: Offsets,
  ends: Map<number, bigint>,
  { kafka: { topic }, pool }: MirrorOptions,
): Promise<void> {
  for (const [partition, offset] of written) {
    if (offset < (ends.get(partition) ?? 0n)) {
      await forgetTopic(pool, topic);
      throw new KafkaUnusable(
        `Topic ${topic} was created again: every event is sent again, from the first one on`,
      );
    }
    ends.set(partition, offset + 1n);
  }
}
