import { cancelBatch, pauseBatch, resumeBatch, undoBatch } from '@crm/contracts/batches/batches.ts';
import { useCommand } from '../api/useCommand.ts';

export const useCancel = () => useCommand(cancelBatch, ['batches']);
export const usePause = () => useCommand(pauseBatch, ['batches']);
export const useResume = () => useCommand(resumeBatch, ['batches']);
export const useUndo = () => useCommand(undoBatch, ['batches']);
