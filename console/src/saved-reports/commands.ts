import type * as contract from '@crm/contracts/saved-reports/saved-reports.ts';
import { address } from '../api/address.ts';
import { useCommand } from '../api/useCommand.ts';

const topics = ['saved-reports'] as const;

export const useSaveReport = () =>
  useCommand(address<typeof contract.saveReport>('POST', '/saved-reports'), topics);

export const useUpdateSavedReport = () =>
  useCommand(address<typeof contract.updateSavedReport>('PUT', '/saved-reports/:id'), topics);

export const useDeleteSavedReport = () =>
  useCommand(address<typeof contract.deleteSavedReport>('DELETE', '/saved-reports/:id'), topics);
