import type * as batchesContract from '@crm/contracts/batches/batches.ts';
import { address } from '../api/address.ts';
import { useCommand } from '../api/useCommand.ts';

export const useCancel = () =>
  useCommand(address<typeof batchesContract.cancelBatch>('POST', '/batches/:id/cancel'), ['batches']);
export const usePause = () =>
  useCommand(address<typeof batchesContract.pauseBatch>('POST', '/batches/:id/pause'), ['batches']);
export const useResume = () =>
  useCommand(address<typeof batchesContract.resumeBatch>('POST', '/batches/:id/resume'), ['batches']);
export const useUndo = () =>
  useCommand(address<typeof batchesContract.undoBatch>('POST', '/batches/:id/undo'), ['batches']);
