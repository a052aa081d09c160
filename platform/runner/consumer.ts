import type { Pool } from 'pg';
import type { EventStore, Position, RecordedEvent } from '../event-store/port.ts';
import type { Log } from '../log/log.ts';
import type { Apply } from './batch.ts';
import type { LeadershipToken } from './checkpoint.ts';
import type { SequenceOf } from './dead-letters/store.ts';
import type { Leadership } from './leadership.ts';
import type { Progress } from './progress.ts';

/** Applies events in order, each with its effect once: a projection or a reaction. */
export type Consumer<R> = {
  name: string;
  version: number;
  /** The event types that it applies; skipping others needs no transaction. */
  events: readonly string[];
  /**
   * The event types that it acts on: such events of an import are skipped, because they happened in another installation
   * (docs/tenant-archives.md). Default: none, as for a read model.
   */
  skipsImported?: readonly string[];
  apply: Apply<R>;
  /**
   * Whether `apply` would write nothing for these events: then they need no transaction. Not asked while the consumer
   * has dead letters, which may hold events.
   */
  hasNoEffect?: (events: readonly RecordedEvent[], token: LeadershipToken) => boolean;
  /**
   * Maximum number of events in one transaction, from 1; asked before each. For a consumer whose transactions hold locks that
   * others wait for. Default: all that were read, at most 1,000.
   */
  mostAtOnce?: () => number;
  /** Events of one sequence are applied in order, also after a failure. Default: the stream. */
  sequenceOf?: SequenceOf;
  /**
   * Minimum time between the starts of two batches. A batch after a pause starts at once; under load, more events share the
   * fixed cost of a batch. Default: 25.
   */
  everyMs?: number;
  /** Called each time that this process starts to lead, before the first batch. */
  leading?: () => void;
  /** Called after the commit, in order, once per committed `apply`. */
  committed?: (result: R, position: Position) => void;
};

export type RunOptions = {
  /** Lends a connection per batch, which sees all tenants and need not wait for the disk: `pools.projections`. */
  pool: Pool;
  leadership: Leadership;
  store: EventStore;
  progress: Progress;
  log: Log;
  signal: AbortSignal;
};
