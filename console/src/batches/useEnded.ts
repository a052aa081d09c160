import type { Batch } from '@crm/contracts/batches/batches.ts';
import { useContext, useEffect, useRef } from 'react';
import { useCurrentUser } from '../auth/currentUser.ts';
import { toast } from '../ui/toast.tsx';
import { BatchKinds } from './kinds.ts';
import { shownBatch } from './shown.ts';
import { isRunning, outcomeOf } from './words.ts';

/**
 * Shows the user a toast when a batch that they started ends, on any page, except while they watch that
 * batch.
 */
export function useEnded(batches: readonly Batch[]): void {
  const me = useCurrentUser()._id;
  const kinds = useContext(BatchKinds);
  const running = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const ended = batches.filter((batch) => running.current.has(batch._id) && !isRunning(batch));
    running.current = new Set(batches.filter(isRunning).map(({ _id }) => _id));
    for (const batch of ended) {
      // The view of a batch also shows its undo.
      const watched = [batch._id, batch.undoes].includes(shownBatch() ?? '');
      if (batch.createdBy._id !== me || watched || kinds[batch.kind]?.quiet?.(batch)) continue;
      const text = `${batch.title}: ${outcomeOf(batch)}`;
      if (batch.state === 'failed' || batch.counts.failed > 0) toast.error(text);
      else toast.success(text);
    }
  }, [batches, me, kinds]);
}
