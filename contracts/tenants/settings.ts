import { PlainSettings } from '@crm/events/tenants/settings.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, nothing, requiredText } from '../fields.ts';

/** A tenant's settings, with one call per setting. */
export const updateTheme = endpoint({
  method: 'PUT',
  path: '/admin/update-theme',
  body: z.strictObject({
    colorHash: z.string().regex(/^#[0-9a-fA-F]{6}$/, { error: 'Must be a color like #6366f1' }),
  }),
  data: nothing,
});

export const setAutoLeadStatusApprove = endpoint({
  method: 'PUT',
  path: '/admin/toggle-auto-lead-status-approve',
  body: z.strictObject({ autoLeadStatusApprove: flag }),
  data: nothing,
});

export const renameOrganization = endpoint({
  method: 'PUT',
  path: '/admin/settings/organization-name',
  body: z.strictObject({
    organizationName: requiredText(1, 100),
    /** The name that the caller saw: refuses with 'changed-meanwhile' when it is another one by now. */
    seen: z.string().optional(),
  }),
  data: nothing,
});

/**
 * Changes one or more of the settings that are single values; absent ones stay. `seen`: their values that the caller saw; refuses
 * with 'changed-meanwhile' when one of them is another by now.
 */
export const changeSettings = endpoint({
  method: 'PUT',
  path: '/admin/settings',
  body: z.strictObject({ ...PlainSettings.partial().shape, seen: PlainSettings.partial().optional() }),
  data: nothing,
});
