import { z } from 'zod';
import { Currency } from '../language/currency.ts';
import { type EventOf, event } from '../language/define.ts';
import { Instant } from '../language/instant.ts';
import { PostbackLogRetention } from './log-retention.ts';
import { PlainSettings } from './settings.ts';

/** The theme of a tenant without its own theme. */
export const DEFAULT_THEME = '#6366f1';

/** States of the billing subscription that block a tenant; the console shows a text for each. */
export const blockingStatuses = ['none', 'expired', 'no_parent'] as const;
const BlockingStatus = z.enum(blockingStatuses);
export type BlockingStatus = z.infer<typeof BlockingStatus>;

export const tenantEvents = {
  TenantCreated: event(z.object({ organizationName: z.string() })),
  OrganizationRenamed: event(z.object({ organizationName: z.string() })),
  ThemeColorChanged: event(z.object({ colorHash: z.string() })),
  AutoLeadStatusApproveSet: event(z.object({ autoLeadStatusApprove: z.boolean() })),
  SettingsChanged: event(z.object({ changes: PlainSettings.partial() })),
  /** Before SettingsChanged; no longer appended. */
  CurrencySet: event(z.object({ currency: Currency.nullable() })),
  /** The key itself is not in an event: its hash is stored by platform/access. */
  ApiKeyCreated: event(z.object({ id: z.guid(), name: z.string() })),
  ApiKeyRevoked: event(z.object({ id: z.guid(), name: z.string() })),
  PostbackLogRetentionSet: event(PostbackLogRetention),
  /** The lead fields of columns of uploaded files, by column name; null skips the column (contracts/leads/upload-columns.ts). */
  UploadColumnsMapped: event(z.object({ columns: z.record(z.string(), z.string().nullable()) })),
  /** By a super admin: until reactivation, no user of the tenant can sign in, and no lead is accepted. */
  TenantSuspended: event(z.object({ reason: z.string() })),
  TenantReactivated: event(z.object({})),
  /** By the billing subscription: users can sign in, but can only use the calls that are needed to renew. */
  TenantBlocked: event(z.object({ subscriptionStatus: BlockingStatus })),
  TenantUnblocked: event(z.object({})),
  /** A super admin started an export of the whole history; `batch` is of the platform. */
  TenantDataExported: event(z.object({ batch: z.uuid() })),
  /**
   * The history before this event was imported from an archive by a super admin. Until this event the tenant is not
   * visible. `endDate` is the end of its billing subscription, null without one: schedules begin here.
   */
  TenantImported: event(
    z.object({
      batch: z.uuid(),
      exportedAt: Instant,
      events: z.int(),
      endDate: Instant.nullable(),
    }),
  ),
  /**
   * By a super admin: no one can sign in. It can be restored until `keptUntil`, when its rows are removed; null: they are
   * kept. Version 1 had no such time.
   */
  TenantDeleted: event(z.object({ reason: z.string().nullable(), keptUntil: Instant.nullable() }), () => ({
    reason: null,
    keptUntil: null,
  })),
  TenantRestored: event(z.object({})),
  /** The retention period is over: users and rows are removed. Final. The history is kept. */
  TenantErased: event(z.object({})),
};
export type TenantEvent = EventOf<typeof tenantEvents>;
