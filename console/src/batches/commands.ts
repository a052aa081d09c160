import type * as batchesContract from '@crm/contracts/batches/batches.ts';
import { cancelBatch, pauseBatch, resumeBatch } from '@crm/contracts/batches/batches.ts';
import { address } from '../api/address.ts';
import { useCommand } from '../api/useCommand.ts';

export const useCancel = () => useCommand(cancelBatch, ['batches']);
export const usePause = () => useCommand(pauseBatch, ['batches']);
export const useResume = () => useCommand(resumeBatch, ['batches']);
export const useUndo = () =>
  useCommand(address<typeof batchesContract.undoBatch>('POST', '/batches/:id/undo'), ['batches']);
