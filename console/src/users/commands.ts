import { createUser, deleteUser, listUsers, updateUser } from '@crm/contracts/users/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '../api/client.ts';
import { useCommand } from '../api/useCommand.ts';

export const useCreateUser = () => useCommand(createUser, ['users']).mutateAsync;

export const useUpdateUser = () => useCommand(updateUser, ['users']).mutateAsync;

/** Deletes a user permanently and removes them from the cached lists at once. */
export function useDeleteUser() {
  const queryClient = useQueryClient();
  const command = useCommand(deleteUser, ['users']);
  return async (id: string) => {
    await command.mutateAsync({ params: { id } });
    queryClient.setQueriesData<Answer<typeof listUsers>>({ queryKey: [listUsers.path] }, (answer) =>
      answer ? { ...answer, data: answer.data.filter(({ _id }) => _id !== id) } : answer,
    );
  };
}
