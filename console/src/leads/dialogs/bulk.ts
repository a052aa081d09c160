import type { Batch } from '@crm/contracts/batches/batches.ts';
import type { BulkSummary } from '@crm/contracts/leads/bulk.ts';

/** What a bulk call answers: what came of it, or the batch that it became. */
export type BulkAnswer = { data: BulkSummary | { batch: Batch }; message: string | null };

/** A bulk call that may become a batch is not waited for: its progress is shown at once. */
export const unwaited = { wait: 0 } as const;

/** A quantity as the input may hold it: whole, and from 1 to what is selected. */
export function clamp(quantity: number, most: number): number {
  return Math.min(most, Math.max(1, Math.trunc(quantity) || 1));
}

/** '2,000 leads'. */
export const leadsText = (n: number): string => `${n.toLocaleString('en-US')} ${n === 1 ? 'lead' : 'leads'}`;
