import type * as authContract from '@crm/contracts/auth/auth.ts';
import type { Received } from '@crm/contracts/endpoint.ts';
import type * as apiKeysContract from '@crm/contracts/tenants/api-keys.ts';
import type * as settingsContract from '@crm/contracts/tenants/settings.ts';
import type * as usersContract from '@crm/contracts/users/users.ts';
import type { PlainSettings } from '@crm/events/tenants/settings.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import { readNow, refresh } from '../api/read.ts';
import { useCommand } from '../api/useCommand.ts';
import { meQuery, showSettings } from '../auth/session.ts';

/** Settings are saved as soon as they are chosen, and may be chosen again before the answer. */
const SETTINGS = { queue: 'settings' };

export const useUpdateProfile = () =>
  useCommand(address<typeof usersContract.updateProfile>('PUT', '/users/:id/profile'), ['users']).mutateAsync;

export const useChangePassword = () =>
  useCommand(address<typeof authContract.changePassword>('PUT', '/auth/change-password'), []).mutateAsync;

/**
 * Resolves after the settings were refetched, so that the next save has seen this one and an optimistic value can be dropped. A
 * failure refetches them too: another admin's change may be its reason.
 */
async function withSettings<Answer>(queryClient: QueryClient, answer: Promise<Answer>): Promise<Answer> {
  try {
    await answer;
  } catch (error) {
    void refresh(queryClient, ['tenant']);
    throw error;
  }
  await refresh(queryClient, ['tenant']);
  // From before the save, as on a busy server.
  if (queryClient.getQueryData(meQuery.queryKey)?.stale) await readNow(queryClient, meQuery);
  return answer;
}

export function useRenameOrganization() {
  const queryClient = useQueryClient();
  const { mutateAsync } = useCommand(
    address<typeof settingsContract.renameOrganization>('PUT', '/admin/settings/organization-name'),
    [],
  );
  return (body: Received<typeof settingsContract.renameOrganization, 'body'>) =>
    withSettings(queryClient, mutateAsync({ body }));
}

/** Saves the theme colour. Optimistic: shown at once and rolled back when saving fails. */
export function useUpdateTheme() {
  const queryClient = useQueryClient();
  const { mutateAsync } = useCommand(
    address<typeof settingsContract.updateTheme>('PUT', '/admin/update-theme'),
    ['tenant'],
    SETTINGS,
  );
  return async (colorHash: string) => {
    const takeBack = await showSettings(queryClient, { theme: colorHash });
    return mutateAsync({ body: { colorHash } }).catch((error) => {
      takeBack();
      throw error;
    });
  };
}

export function useSetAutoApprove() {
  const queryClient = useQueryClient();
  const { mutateAsync } = useCommand(
    address<typeof settingsContract.setAutoLeadStatusApprove>(
      'PUT',
      '/admin/toggle-auto-lead-status-approve',
    ),
    [],
    SETTINGS,
  );
  return (autoLeadStatusApprove: boolean) =>
    withSettings(queryClient, mutateAsync({ body: { autoLeadStatusApprove } }));
}

/**
 * Changes one of the settings that are single values. `seen`: the value that the user saw, for a setting that is typed: another
 * admin's is then not replaced unseen. A setting that is chosen is saved at once, and its control follows other admins' choices.
 */
export function useChangeSetting<Name extends keyof PlainSettings>(name: Name) {
  const queryClient = useQueryClient();
  const { mutateAsync } = useCommand(
    address<typeof settingsContract.changeSettings>('PUT', '/admin/settings'),
    [],
    SETTINGS,
  );
  return async (value: PlainSettings[Name], seen?: PlainSettings[Name]) => {
    const body = { [name]: value, ...(seen !== undefined && { seen: { [name]: seen } }) };
    await withSettings(queryClient, mutateAsync({ body }));
    // The setting's own text is more precise than the answer's.
    return { message: null };
  };
}

export const useCreateApiKey = () =>
  useCommand(address<typeof apiKeysContract.createApiKey>('POST', '/admin/api-keys'), ['api-keys'])
    .mutateAsync;

export const useRevokeApiKey = () =>
  useCommand(address<typeof apiKeysContract.revokeApiKey>('DELETE', '/admin/api-keys/:id'), ['api-keys'])
    .mutateAsync;
