import { createOffer, deleteOffer, listOffers, updateOffer } from '@crm/contracts/offers/offers.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../api/client.ts';
import { useCommand } from '../api/useCommand.ts';

export const useCreateOffer = () => useCommand(createOffer, ['offers']).mutateAsync;

export const useUpdateOffer = () => useCommand(updateOffer, ['offers']).mutateAsync;

/** Deletes an offer permanently and removes it from the cached lists at once. */
export function useDeleteOffer() {
  const queryClient = useQueryClient();
  const command = useCommand(deleteOffer, ['offers']);
  return async (id: string) => {
    await command.mutateAsync({ params: { id } });
    queryClient.setQueriesData<Answer<typeof listOffers>>({ queryKey: [listOffers.path] }, (answer) =>
      answer ? { ...answer, data: answer.data.filter(({ _id }) => _id !== id) } : answer,
    );
  };
}
