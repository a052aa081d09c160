import type { Batch } from '@crm/contracts/batches/batches.ts';
import { useQueries } from '@tanstack/react-query';
import { useContext, useEffect, useRef, useState } from 'react';
import { useCurrentUser } from '../auth/currentUser.ts';
import { toast } from '../ui/toast.tsx';
import { follow } from './followed.ts';
import { BatchKinds } from './kinds.ts';
import { isRunning, outcomeOf } from './labels.ts';
import { batchDetail } from './queries.ts';
import { shownBatch } from './shown.ts';
import { batchTexts } from './texts.ts';

const answered = (queries: readonly { data?: { data: { batch: Batch } } | undefined }[]) =>
  queries.flatMap(({ data }) => (data ? [data.data.batch] : []));

/**
 * Shows the user a toast when a batch that they started ends, on any page, except while they watch that batch.
 * Running batches that are no longer among the latest are read one by one.
 * @returns the number of running batches
 */
export function useEnded(latest: readonly Batch[]): number {
  const me = useCurrentUser()._id;
  const kinds = useContext(BatchKinds);
  const running = useRef<readonly string[]>([]);
  const [olderIds, setOlderIds] = useState<readonly string[]>([]);
  const older = useQueries({
    queries: olderIds.map(batchDetail),
    combine: answered,
  });
  useEffect(() => {
    const known = new Set(latest.map(({ _id }) => _id));
    const batches = [...latest, ...older.filter(({ _id }) => !known.has(_id))];
    const followed = follow(running.current, batches);
    running.current = followed.running;
    const next = followed.running.filter((id) => !known.has(id));
    setOlderIds((ids) => (ids.join() === next.join() ? ids : next));
    for (const batch of followed.ended) {
      // The view of a batch also shows its undo.
      const watched = [batch._id, batch.undoes].includes(shownBatch() ?? '');
      if (batch.createdBy._id !== me || watched || kinds[batch.kind]?.quiet?.(batch)) continue;
      const text = batchTexts.tray.ended(batch.title, outcomeOf(batch));
      if (batch.state === 'failed' || batch.counts.failed > 0) toast.error(text);
      else toast.success(text);
    }
  }, [latest, older, me, kinds]);
  return latest.filter(isRunning).length + olderIds.length;
}
