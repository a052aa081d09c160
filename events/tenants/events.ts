import { z } from 'zod';
import { type EventOf, event } from '../language/define.ts';

/** The theme of a tenant that never chose one. */
export const DEFAULT_THEME = '#6366f1';

/** How long the logs of postbacks are kept: so many days, and of each postback at most so many. */
const PostbackLogRetention = z.object({ days: z.int(), maxLogs: z.int().nullable() });
export type PostbackLogRetention = z.infer<typeof PostbackLogRetention>;
export const DEFAULT_LOG_RETENTION: PostbackLogRetention = { days: 90, maxLogs: null };

export const tenantEvents = {
  TenantCreated: event(z.object({ organizationName: z.string() })),
  OrganizationRenamed: event(z.object({ organizationName: z.string() })),
  ThemeColorChanged: event(z.object({ colorHash: z.string() })),
  AutoLeadStatusApproveSet: event(z.object({ autoLeadStatusApprove: z.boolean() })),
  PostbackLogRetentionSet: event(PostbackLogRetention),
  /** What columns of uploaded files were said to be, by their names; null is left out (contracts/leads/upload-columns.ts). */
  UploadColumnsMapped: event(z.object({ columns: z.record(z.string(), z.string().nullable()) })),
};
export type TenantEvent = EventOf<typeof tenantEvents>;
