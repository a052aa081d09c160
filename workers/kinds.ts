import type { AnyBatchKind } from '@crm/platform/batches/kind.ts';
import type { Pool } from 'pg';

/** Every kind of long work (design 12); the pool sees every tenant. */
export const batchKinds = (_pool: Pool): readonly AnyBatchKind[] => [];
