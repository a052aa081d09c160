import type * as authContract from '@crm/contracts/auth/auth.ts';
import type { Received } from '@crm/contracts/endpoint.ts';
import type * as apiKeysContract from '@crm/contracts/tenants/api-keys.ts';
import type * as settingsContract from '@crm/contracts/tenants/settings.ts';
import type * as usersContract from '@crm/contracts/users/users.ts';
import type { PlainSettings } from '@crm/events/tenants/settings.ts';
import { useQueryClient } from '@tanstack/react-query';
import { address } from '../api/address.ts';
import { useCommand } from '../api/useCommand.ts';
import { shownWhenChosen, shownWhenSaved } from './shownSettings.ts';

/** Settings are saved as soon as they are chosen, and may be chosen again before the answer. */
const SETTINGS = { queue: 'settings' };

export const useUpdateProfile = () =>
  useCommand(address<typeof usersContract.updateProfile>('PUT', '/users/:id/profile'), ['users']).mutateAsync;

export const useChangePassword = () =>
  useCommand(address<typeof authContract.changePassword>('PUT', '/auth/change-password'), []).mutateAsync;

export function useRenameOrganization() {
  const queryClient = useQueryClient();
  const { mutateAsync } = useCommand(
    address<typeof settingsContract.renameOrganization>('PUT', '/admin/settings/organization-name'),
    ['tenant'],
  );
  return (body: Received<typeof settingsContract.renameOrganization, 'body'>) =>
    shownWhenSaved(queryClient, mutateAsync({ body }), { organizationName: body.organizationName });
}

export function useUpdateTheme() {
  const queryClient = useQueryClient();
  const { mutateAsync } = useCommand(
    address<typeof settingsContract.updateTheme>('PUT', '/admin/update-theme'),
    ['tenant'],
    SETTINGS,
  );
  return (theme: string) =>
    shownWhenChosen(queryClient, mutateAsync({ body: { colorHash: theme } }), { theme });
}

export function useSetAutoApprove() {
  const queryClient = useQueryClient();
  const { mutateAsync } = useCommand(
    address<typeof settingsContract.setAutoLeadStatusApprove>(
      'PUT',
      '/admin/toggle-auto-lead-status-approve',
    ),
    ['tenant'],
    SETTINGS,
  );
  return (on: boolean) => {
    const saved = mutateAsync({ body: { autoLeadStatusApprove: on } });
    return shownWhenChosen(queryClient, saved, { autoLeadStatusApprove: on });
  };
}

/** Changes one of the settings that are single values and are chosen: their control follows other admins' choices. */
export function useChooseSetting<Name extends keyof PlainSettings>(name: Name) {
  const { mutateAsync } = useChangeSettings();
  const queryClient = useQueryClient();
  return async (value: PlainSettings[Name]) => {
    await shownWhenChosen(queryClient, mutateAsync({ body: { [name]: value } }), { [name]: value });
    // The setting's own text is more precise than the answer's.
    return { message: null };
  };
}

/** Changes one that is typed. `seen`: the value that the user saw: another admin's is then not replaced unseen. */
export function useTypeSetting<Name extends keyof PlainSettings>(name: Name) {
  const { mutateAsync } = useChangeSettings();
  const queryClient = useQueryClient();
  return (value: PlainSettings[Name], seen: PlainSettings[Name]) => {
    const body = { [name]: value, seen: { [name]: seen } };
    return shownWhenSaved(queryClient, mutateAsync({ body }), { [name]: value });
  };
}

const useChangeSettings = () =>
  useCommand(address<typeof settingsContract.changeSettings>('PUT', '/admin/settings'), ['tenant'], SETTINGS);

export const useCreateApiKey = () =>
  useCommand(address<typeof apiKeysContract.createApiKey>('POST', '/admin/api-keys'), ['api-keys'])
    .mutateAsync;

export const useRevokeApiKey = () =>
  useCommand(address<typeof apiKeysContract.revokeApiKey>('DELETE', '/admin/api-keys/:id'), ['api-keys'])
    .mutateAsync;
