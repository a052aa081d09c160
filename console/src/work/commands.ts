import type * as writeContract from '@crm/contracts/leads/write.ts';
import type * as workContract from '@crm/contracts/work/work.ts';
import { address } from '../api/address.ts';
import { useCommand } from '../api/useCommand.ts';

/** No topics: the queue is read again after the last of the operator's steps (queue/steps.ts). */
export const useOutcome = () =>
  useCommand(address<typeof writeContract.addOperatorComment>('POST', '/operator/leads/:id/comment'), [], {
    patient: true,
  });
export const useSkip = () =>
  useCommand(address<typeof workContract.skipLead>('POST', '/operator/leads/:id/skip'), [], {
    patient: true,
  });
const take = address<typeof workContract.takeLead>('POST', '/operator/work-queue/take');
export const useTake = () => useCommand(take, []);
/** For a lead whose outcome waits. */
export const usePatientTake = () => useCommand(take, [], { patient: true });
export const useBreak = () => useCommand(address<typeof workContract.setBreak>('PUT', '/operator/break'), []);
