import { type Mutation, notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { PATIENT } from './useCommand.ts';

/**
 * Whether a patient command of this kind has no answer yet. Smaller than `useMutationState`, which each page would load
 * (e2e/door.e2e.ts).
 */
export function useSending(isMeant: (command: Mutation) => boolean): boolean {
  const commands = useQueryClient().getMutationCache();
  return useSyncExternalStore(
    useCallback((listener) => commands.subscribe(notifyManager.batchCalls(listener)), [commands]),
    () => commands.findAll({ mutationKey: PATIENT, status: 'pending' }).some(isMeant),
  );
}
