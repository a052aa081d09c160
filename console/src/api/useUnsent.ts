import { useIsMutating, useMutationState } from '@tanstack/react-query';
import { PATIENT } from './useCommand.ts';

/** Whether a patient command has failed and is retried. */
export const useUnsent = (): boolean =>
  useMutationState({
    filters: { mutationKey: PATIENT, status: 'pending' },
    select: ({ state }) => state.failureCount > 0,
  }).includes(true);

/** Whether a patient command has no answer yet. */
export const useIsSending = (): boolean => useIsMutating({ mutationKey: PATIENT }) > 0;
