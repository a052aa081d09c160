import type * as logsContract from '@crm/contracts/postbacks/logs.ts';
import type * as postbacksContract from '@crm/contracts/postbacks/postbacks.ts';
import { address } from '../api/address.ts';
import { useCommand } from '../api/useCommand.ts';

/** No topics: the switch waits until the postbacks are read again (list/PostbackToggle.tsx). */
export const useTogglePostback = () =>
  useCommand(address<typeof postbacksContract.togglePostback>('POST', '/postbacks/:id/toggle'), [])
    .mutateAsync;

export const useRollSecret = () =>
  useCommand(address<typeof postbacksContract.rollSecret>('POST', '/postbacks/:id/roll-secret'), [
    'postbacks',
  ]).mutateAsync;

export const useRetry = () =>
  useCommand(address<typeof logsContract.retryPostback>('POST', '/postbacks/:id/retry'), [
    'postback-logs',
    'batches',
  ]);

export const useBackfill = () =>
  useCommand(address<typeof logsContract.backfillPostback>('POST', '/postbacks/:id/backfill'), ['batches']);

export const useSetRetention = () =>
  useCommand(address<typeof logsContract.setRetention>('PUT', '/postbacks/log-retention'), [
    'tenant',
    'postbacks',
  ]).mutateAsync;
