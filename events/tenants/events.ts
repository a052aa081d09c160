import { z } from 'zod';
import { type EventOf, event } from '../language/define.ts';

/** The theme of a tenant that never chose one. */
export const DEFAULT_THEME = '#6366f1';

/** How long the logs of postbacks are kept: `days`, and at most `maxLogs` of each postback. */
const PostbackLogRetention = z.object({ days: z.int(), maxLogs: z.int().nullable() });
export type PostbackLogRetention = z.infer<typeof PostbackLogRetention>;
export const DEFAULT_LOG_RETENTION: PostbackLogRetention = { days: 90, maxLogs: null };

/** States of the billing subscription that block a tenant; the console shows a text for each. */
export const blockingStatuses = ['none', 'expired', 'no_parent'] as const;
const BlockingStatus = z.enum(blockingStatuses);
export type BlockingStatus = z.infer<typeof BlockingStatus>;

export const tenantEvents = {
  TenantCreated: event(z.object({ organizationName: z.string() })),
  OrganizationRenamed: event(z.object({ organizationName: z.string() })),
  ThemeColorChanged: event(z.object({ colorHash: z.string() })),
  AutoLeadStatusApproveSet: event(z.object({ autoLeadStatusApprove: z.boolean() })),
  PostbackLogRetentionSet: event(PostbackLogRetention),
  /** The lead fields of columns of uploaded files, by column name; null skips the column (contracts/leads/upload-columns.ts). */
  UploadColumnsMapped: event(z.object({ columns: z.record(z.string(), z.string().nullable()) })),
  /** By a super admin: nobody of the tenant can sign in, and no lead is accepted, until it is reactivated. */
  TenantSuspended: event(z.object({ reason: z.string() })),
  TenantReactivated: event(z.object({})),
  /** By the billing subscription: people can sign in, but only use what is needed to renew. */
  TenantBlocked: event(z.object({ subscriptionStatus: BlockingStatus })),
  TenantUnblocked: event(z.object({})),
  /** Final. The history stays. */
  TenantDeleted: event(z.object({})),
};
export type TenantEvent = EventOf<typeof tenantEvents>;
