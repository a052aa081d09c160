import type * as writeContract from '@crm/contracts/leads/write.ts';
import type * as workContract from '@crm/contracts/work/work.ts';
import { address } from '../api/address.ts';
import { useCommand } from '../api/useCommand.ts';

/** No topics: the queue is read again after the last of the operator's steps (queue/steps.ts). */
export const useOutcome = () =>
  useCommand(address<typeof writeContract.addOperatorComment>('POST', '/operator/leads/:id/comment'), []);
export const useTake = () =>
  useCommand(address<typeof workContract.takeLead>('POST', '/operator/work-queue/take'), []);
export const useSkip = () =>
  useCommand(address<typeof workContract.skipLead>('POST', '/operator/leads/:id/skip'), []);
export const useBreak = () => useCommand(address<typeof workContract.setBreak>('PUT', '/operator/break'), []);
