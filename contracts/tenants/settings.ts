import { Currency } from '@crm/events/language/currency.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, nothing, requiredText } from '../fields.ts';

/** A tenant's settings, with one call per setting. */
export const updateTheme = endpoint({
  method: 'PUT',
  path: '/admin/update-theme',
  body: z.strictObject({
    colorHash: z.string().regex(/^#[0-9a-fA-F]{6}$/, { error: 'Must be a colour like #6366f1' }),
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
  body: z.strictObject({ organizationName: requiredText(1, 100) }),
  data: nothing,
});

/** The currency that new leads and offers start with; null: that of the newest offer. */
export const setCurrency = endpoint({
  method: 'PUT',
  path: '/admin/settings/currency',
  body: z.strictObject({ currency: Currency.nullable() }),
  data: nothing,
});
