import { backfillPostback, retryPostback, setRetention } from '@crm/contracts/postbacks/logs.ts';
import { rollSecret, togglePostback } from '@crm/contracts/postbacks/postbacks.ts';
import { testPostback } from '@crm/contracts/postbacks/test.ts';
import { useCommand } from '../api/useCommand.ts';

export const useTogglePostback = () => useCommand(togglePostback, ['postbacks']);

export const useRollSecret = () => useCommand(rollSecret, ['postbacks']).mutateAsync;

export const useTestPostback = () => useCommand(testPostback, []);

export const useRetry = () => useCommand(retryPostback, ['postback-logs', 'batches']);

export const useBackfill = () => useCommand(backfillPostback, ['batches']);

export const useSetRetention = () => useCommand(setRetention, ['tenant', 'postbacks']).mutateAsync;
