import { setTimeout as sleep } from 'node:timers/promises';
import type { EventBatch, EventStore } from '@crm/platform/event-store/port.ts';
import { pause, pauseAfter } from '@crm/platform/failures/pause.ts';
import type { Health } from '@crm/platform/health/readiness.ts';
import type { Kafka, Message, Offsets, openKafka } from '@crm/platform/kafka/client.ts';
import { KafkaUnusable } from '@crm/platform/kafka/failure.ts';
import type { KafkaSettings } from '@crm/platform/kafka/settings.ts';
import { unlessEnded } from '@crm/platform/kafka/unless-ended.ts';
import type { Log } from '@crm/platform/log/log.ts';
import type { Checkpoint } from '@crm/platform/runner/checkpoint.ts';
import { choresOf } from '@crm/platform/runner/chores.ts';
import { mirrorName } from '@crm/platform/runner/consumer-names.ts';
import type { Leadership } from '@crm/platform/runner/leadership.ts';
import { createProgress } from '@crm/platform/runner/progress.ts';
import { registerConsumer } from '@crm/platform/runner/register.ts';
import { runAsLeader } from '@crm/platform/runner/run-as-leader.ts';
import type { Pool } from 'pg';
import type { MirrorMetrics } from './metrics.ts';
import { forgetTopic, type Origin, originOf } from './origin.ts';
import { sendHalved, sendsOf } from './sends.ts';
import { openTopic } from './topic.ts';

/** A step of a batch of events; tests kill the process there. */
type MirrorStep = 'read' | 'acknowledged' | 'saved';

export type MirrorOptions = {
  kafka: KafkaSettings;
  pool: Pool;
  leadership: Leadership;
  /** The events with encrypted personal data. */
  storedEvents: EventStore;
  metrics: Pick<MirrorMetrics, 'reached' | 'failed'>;
  /** Called with each change between a Kafka that takes events and one that does not. */
  report: (health: Health) => void;
  log: Log;
  signal: AbortSignal;
  /** Time limit of an answer of Kafka; a shorter one for tests. */
  answerMs?: number;
  /** The lead is given up after this time of failures; a shorter one for tests. */
  giveUpMs?: number;
  reachedStep?: (step: MirrorStep) => void;
  /** Opens a client; another one for tests. */
  open?: typeof openKafka;
};

/** `notice` logs what an operator should know, once and not at each attempt. */
type Noticing = MirrorOptions & { notice: (text: string | null) => void };

const VERSION = 1;
/** Events that are read at once. While they are sent, as many are read ahead: this is the bound of what is in memory. */
const READ = 1_000;
/** At the head, this pause gathers events, so that a busy hour costs 50 sends per second and not one per event. */
const GATHER_MS = 20;
/** A client waits for the answers to its requests before it closes; a broker without answers is not waited for. */
const CLOSE_MS = 1_000;
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

/** Waits until this process can use the topic: one that cannot must not keep the others from mirroring. */
async function untilReachable(options: MirrorOptions): Promise<void> {
  const { kafka: settings, report, signal } = options;
  for (let failures = 0; !signal.aborted; failures += 1) {
    const isReached = await attempt(options, signal, async (kafka) => {
      await unlessEnded(openTopic(kafka, settings.topic), signal);
    });
    if (isReached) return report({ kind: 'ok' });
    await pause(pauseAfter(failures), signal);
  }
}

/** Does work with a client of its own. @returns false when Kafka could not be used, which is reported */
async function attempt(
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
    for await (const batch of readAhead(checkpoint, ended, options)) {
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
      if (await attempt(options, ended, work)) continue;
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

/** Throws KafkaUnusable when a partition began anew: its topic was deleted and created while events were sent. */
async function refuseAnother(
  written: Offsets,
  ends: Map<number, bigint>,
  { kafka: { topic }, pool }: MirrorOptions,
): Promise<void> {
  for (const [partition, offset] of written) {
    if (offset < (ends.get(partition) ?? 0n)) {
      await forgetTopic(pool, topic);
      throw new KafkaUnusable(
        `Topic ${topic} was created anew: every event is sent again, from the first one on`,
      );
    }
    ends.set(partition, offset + 1n);
  }
}

/** Reads a batch while the one before is sent. Leaving the loop ends a read that waits for new events. */
async function* readAhead(
  { position }: Checkpoint,
  ended: AbortSignal,
  { storedEvents }: MirrorOptions,
): AsyncGenerator<EventBatch> {
  const left = new AbortController();
  const signal = AbortSignal.any([ended, left.signal]);
  const reader = storedEvents.follow({ after: position, limit: READ, signal })[Symbol.asyncIterator]();
  let next = reader.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = reader.next();
      next.catch(() => {}); // the next turn throws it
      yield value;
    }
  } finally {
    left.abort();
    await next.catch(() => {});
    await reader.return?.().catch(() => {});
  }
}
