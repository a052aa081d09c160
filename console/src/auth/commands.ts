import { login, logout, setup } from '@crm/contracts/auth/auth.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { leave, storeToken } from '../api/token.ts';
import { useCommand } from '../api/useCommand.ts';

/** Signs in: stores the token and clears answers that another account has read. */
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

/** Creates the super admin with the first-start link; does not sign in. */
export const useSetup = () => useCommand(setup, []).mutateAsync;

/** Signs out in this browser at once, and on the server when the call arrives. */
export function signOut(): void {
  const request = call(logout, {});
  leave();
  // Without an answer the sign-out is still complete here: the token is removed and expires on the server.
  request.catch(() => {});
}
