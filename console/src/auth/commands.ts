import { login, logout, setup } from '@crm/contracts/auth/auth.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { leave, storeToken } from '../api/token.ts';
import { useCommand } from '../api/useCommand.ts';

/** Signs in: keeps the token, and forgets whatever another account has read here. */
export function useSignIn() {
  const queryClient = useQueryClient();
  const command = useCommand(login, []);
  return {
    ...command,
    signIn: (body: { email: string; password: string; rememberMe: boolean }) =>
      command.mutate(
        { body },
        {
          onSuccess: ({ data }) => {
            queryClient.clear();
            storeToken(data.token);
          },
        },
      ),
  };
}

/** Creates the super admin with the link of the first start; signs nobody in. */
export const useSetup = () => useCommand(setup, []).mutateAsync;

/** Signs out here at once, and on the server as soon as it hears of it. */
export function signOut(): void {
  const told = call(logout, {});
  leave();
  // Whether or not the server heard: the token is gone from this browser, and it expires by itself.
  told.catch(() => {});
}
