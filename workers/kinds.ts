import type { AnyBatchKind } from '@crm/platform/batches/kind.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import type { Pool } from 'pg';
import { leadExport } from './leads/export/kind.ts';
import { leadActions } from './leads/many/act.ts';
import { leadUndo } from './leads/many/undo.ts';
import { leadUpload, leadUploadCheck } from './leads/upload/kinds.ts';
import { postbackBackfill } from './postbacks/batches/backfill.ts';
import { postbackRetry } from './postbacks/batches/retry.ts';

/** Every kind of long work (design 12); the pool sees every tenant. */
export const batchKinds = (store: EventStore, pool: Pool): readonly AnyBatchKind[] => [
  ...leadActions({ store, pool }),
  leadUndo({ store, pool }),
  leadExport(pool),
  leadUpload({ store, pool }),
  leadUploadCheck({ store, pool }),
  postbackRetry(store, pool),
  postbackBackfill(store, pool),
];
