import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Outcome, uploadOutcome } from './calls.ts';

/** The check or upload of a batch, as far as it was read; none while the id is empty. */
export function useShownBatch(id: string) {
  const queryClient = useQueryClient();
  const shown = useQuery({ ...uploadOutcome(id), enabled: id !== '' });
  const outcome = id === '' ? null : (shown.data ?? null);
  return {
    shown,
    outcome,
    preview: outcome?.kind === 'preview' ? outcome : null,
    /** Keeps the answer of a call, so that its batch need not be read. @returns the id of the batch */
    keep(answered: Outcome): string {
      const batch = answered.kind === 'running' ? answered.batch._id : answered.batchId;
      queryClient.setQueryData(uploadOutcome(batch).queryKey, answered);
      return batch;
    },
  };
}
