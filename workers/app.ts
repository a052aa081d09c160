import type { AnyBatchKind } from '@crm/platform/batches/kind.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Schedule } from '@crm/platform/jobs/job.ts';
import type { Pool } from 'pg';
import { leadActions } from './leads/bulk/act.ts';
import { leadUndo } from './leads/bulk/undo.ts';
import { leadExport } from './leads/export/kind.ts';
import { handOver } from './leads/hand-over/kind.ts';
import { leadUpload, leadUploadCheck } from './leads/upload/kinds.ts';
import { postbackBackfill } from './postbacks/batches/backfill.ts';
import { postbackRetry } from './postbacks/batches/retry.ts';
import { sweepPostbackLogs } from './postbacks/retention.ts';
import { sweepOldRows } from './retention/sweep.ts';
import { sweepExpired } from './sessions/sweep.ts';

/** All kinds of batches: long work with progress (docs/bulk-actions.md). `pool` sees all tenants. */
export const batchKinds = (store: EventStore, pool: Pool): readonly AnyBatchKind[] => [
  ...leadActions({ store, pool }),
  leadUndo({ store, pool }),
  handOver({ store, pool }),
  leadExport(pool),
  leadUpload({ store, pool }),
  leadUploadCheck({ store, pool }),
  postbackRetry(store, pool),
  postbackBackfill(store, pool),
];

/** All jobs that run at fixed times. */
export const schedules: readonly Schedule[] = [sweepExpired, sweepPostbackLogs, sweepOldRows];
