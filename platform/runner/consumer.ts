import type { Pool } from 'pg';
import type { EventStore, Position } from '../event-store/port.ts';
import type { Log } from '../log/log.ts';
import type { Apply } from './batch.ts';
import type { SequenceOf } from './dead-letters/store.ts';
import type { Leadership } from './leadership.ts';
import type { Progress } from './progress.ts';

/** Applies events in order, each with effect once: a projection, or a reaction. */
export type Consumer<R> = {
  name: string;
  version: number;
  /** The types of its events; moving past others costs it nothing. */
  events: readonly string[];
  apply: Apply<R>;
  /** Its events of one sequence are applied in order, also after a failure. Their stream when absent. */
  sequenceOf?: SequenceOf;
  /** Called whenever this process starts to lead, before its first batch. */
  leading?: () => void;
  /** Called after the commit, in order, once for each `apply` that was committed. */
  committed?: (result: R, position: Position) => void;
};

export type RunOptions = {
  /** Lends a connection for each batch. They see every tenant and need not wait for the disk: `pools.projections`. */
  pool: Pool;
  leadership: Leadership;
  store: EventStore;
  progress: Progress;
  log: Log;
  signal: AbortSignal;
};
