import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Health } from '@crm/platform/health/readiness.ts';
import type { openKafka } from '@crm/platform/kafka/client.ts';
import type { KafkaSettings } from '@crm/platform/kafka/settings.ts';
import type { Log } from '@crm/platform/log/log.ts';
import type { Leadership } from '@crm/platform/runner/leadership.ts';
import type { Pool } from 'pg';
import type { MirrorMetrics } from './metrics.ts';

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
