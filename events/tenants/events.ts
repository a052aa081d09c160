import { z } from 'zod';
import { type EventOf, event } from '../language/define.ts';

/** The theme of a tenant that never chose one (spec 9). */
export const DEFAULT_THEME = '#6366f1';

export const tenantEvents = {
  TenantCreated: event(z.object({ organizationName: z.string() })),
  OrganizationRenamed: event(z.object({ organizationName: z.string() })),
  ThemeColorChanged: event(z.object({ colorHash: z.string() })),
  AutoLeadStatusApproveSet: event(z.object({ autoLeadStatusApprove: z.boolean() })),
};
export type TenantEvent = EventOf<typeof tenantEvents>;
