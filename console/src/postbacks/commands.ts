import { backfillPostback, retryPostback, setRetention } from '@crm/contracts/postbacks/logs.ts';
import {
  createPostback,
  deletePostback,
  listPostbacks,
  rollSecret,
  togglePostback,
  updatePostback,
} from '@crm/contracts/postbacks/postbacks.ts';
import { testPostback } from '@crm/contracts/postbacks/test.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../api/client.ts';
import { useCommand } from '../api/useCommand.ts';

export const useCreatePostback = () => useCommand(createPostback, ['postbacks']).mutateAsync;

export const useUpdatePostback = () => useCommand(updatePostback, ['postbacks']).mutateAsync;

/** Deletes a postback permanently and removes it from the cached lists at once. */
export function useDeletePostback() {
  const queryClient = useQueryClient();
  const command = useCommand(deletePostback, ['postbacks']);
  return async (id: string) => {
    await command.mutateAsync({ params: { id } });
    queryClient.setQueriesData<Answer<typeof listPostbacks>>({ queryKey: [listPostbacks.path] }, (answer) =>
      answer ? { ...answer, data: answer.data.filter(({ _id }) => _id !== id) } : answer,
    );
  };
}

export const useTogglePostback = () => useCommand(togglePostback, ['postbacks']);

export const useRollSecret = () => useCommand(rollSecret, ['postbacks']).mutateAsync;

export const useTestPostback = () => useCommand(testPostback, []);

export const useRetry = () => useCommand(retryPostback, ['postback-logs', 'batches']);

export const useBackfill = () => useCommand(backfillPostback, ['batches']);

export const useSetRetention = () => useCommand(setRetention, ['tenant', 'postbacks']).mutateAsync;
