import type { Batch } from '@crm/contracts/batches/batches.ts';
import type { BulkSummary } from '@crm/contracts/leads/bulk.ts';
import { useState } from 'react';
import { nameOfMany } from '../../form/drafts.ts';
import type { Chosen } from '../list/selection.ts';

/** The answer of a bulk call: its result, or the batch that performs it. */
export type BulkAnswer = { data: BulkSummary | { batch: Batch }; message: string | null };

export type BulkDialogProps = { chosen: Chosen; onDone: (answer: BulkAnswer) => void; onClose: () => void };

/**
 * Adds the chosen leads to the values of a dialog. A bulk call that may become a batch returns without waiting,
 * so that its progress is shown at once.
 */
export const bulkInput =
  <Values extends object>({ named }: Chosen) =>
  (values: Values) => ({ ...named, wait: 0, ...values });

/** The name of a dialog's draft, which belongs to the selection: notes on other leads are other notes. */
export function useBulkDraft(dialog: string, { named }: Chosen): string {
  const [name] = useState(
    () => `${dialog} ${'leadIds' in named ? nameOfMany(named.leadIds) : named.selectionId}`,
  );
  return name;
}

/** Converts a quantity to a whole number from 1 to `most`. */
export function clamp(quantity: number, most: number): number {
  return Math.min(most, Math.max(1, Math.trunc(quantity) || 1));
}
