import { changePassword } from '@crm/contracts/auth/auth.ts';
import {
  renameOrganization,
  setAutoLeadStatusApprove,
  updateTheme,
} from '@crm/contracts/tenants/settings.ts';
import { updateProfile } from '@crm/contracts/users/users.ts';
import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '../api/read.ts';
import { useCommand } from '../api/useCommand.ts';
import { showSettings } from '../auth/session.ts';

export const useUpdateProfile = () => useCommand(updateProfile, ['users']).mutateAsync;

export const useChangePassword = () => useCommand(changePassword, []).mutateAsync;

export const useRenameOrganization = () => useCommand(renameOrganization, ['tenant']).mutateAsync;

/** Saves the theme colour. Optimistic: shown at once and rolled back when saving fails. */
export function useUpdateTheme() {
  const queryClient = useQueryClient();
  const { mutateAsync } = useCommand(updateTheme, ['tenant']);
  return async (colorHash: string) => {
    const takeBack = await showSettings(queryClient, { theme: colorHash });
    return mutateAsync({ body: { colorHash } }).catch((error) => {
      takeBack();
      throw error;
    });
  };
}

/** Resolves after the setting was refetched, so that the optimistic value can be dropped. */
export function useSetAutoApprove() {
  const queryClient = useQueryClient();
  const { mutateAsync } = useCommand(setAutoLeadStatusApprove, []);
  return async (autoLeadStatusApprove: boolean) => {
    const answer = await mutateAsync({ body: { autoLeadStatusApprove } });
    await refresh(queryClient, ['tenant']);
    return answer;
  };
}
