import type { Currency } from '../language/money.ts';
import { storiesOf } from '../test/story.ts';
import { tenantDecider } from './decide.ts';
import type { BlockingStatus, TenantEvent } from './events.ts';
import type { PlainSettings } from './settings.ts';

/** For tests: given/when/then for tenants, and sample events. */
export const given = storiesOf(tenantDecider);

export const tenantCreated = (): TenantEvent => ({
  type: 'TenantCreated',
  data: { organizationName: 'Demo Sales' },
});
export const renamed = (organizationName: string): TenantEvent => ({
  type: 'OrganizationRenamed',
  data: { organizationName },
});
export const themeChanged = (colorHash: string): TenantEvent => ({
  type: 'ThemeColorChanged',
  data: { colorHash },
});
export const autoApproveSet = (autoLeadStatusApprove: boolean): TenantEvent => ({
  type: 'AutoLeadStatusApproveSet',
  data: { autoLeadStatusApprove },
});
export const currencySet = (currency: Currency | null): TenantEvent => ({
  type: 'CurrencySet',
  data: { currency },
});
export const settingsChanged = (changes: Partial<PlainSettings>): TenantEvent => ({
  type: 'SettingsChanged',
  data: { changes },
});
export const apiKeyCreated = (id: string, name: string): TenantEvent => ({
  type: 'ApiKeyCreated',
  data: { id, name },
});
export const apiKeyRevoked = (id: string, name: string): TenantEvent => ({
  type: 'ApiKeyRevoked',
  data: { id, name },
});
export const columnsMapped = (columns: Record<string, string | null>): TenantEvent => ({
  type: 'UploadColumnsMapped',
  data: { columns },
});
export const retentionSet = (days: number, maxLogs: number | null): TenantEvent => ({
  type: 'PostbackLogRetentionSet',
  data: { days, maxLogs },
});
export const suspended = (reason = 'Unpaid invoices'): TenantEvent => ({
  type: 'TenantSuspended',
  data: { reason },
});
export const reactivated = (): TenantEvent => ({ type: 'TenantReactivated', data: {} });
export const blocked = (subscriptionStatus: BlockingStatus = 'expired'): TenantEvent => ({
  type: 'TenantBlocked',
  data: { subscriptionStatus },
});
export const unblocked = (): TenantEvent => ({ type: 'TenantUnblocked', data: {} });
export const KEPT_UNTIL = '2026-12-23T12:00:00.000Z';
export const deleted = (): TenantEvent => ({
  type: 'TenantDeleted',
  data: { reason: 'Contract ended', keptUntil: KEPT_UNTIL },
});
export const exportBatch = 'b0000000-0000-4000-8000-000000000003';
export const dataExported = (): TenantEvent => ({ type: 'TenantDataExported', data: { batch: exportBatch } });
export const importBatch = 'b0000000-0000-4000-8000-000000000004';
export const tenantImported = (endDate: string | null = null): TenantEvent => ({
  type: 'TenantImported',
  data: { batch: importBatch, exportedAt: '2026-11-23T12:00:00.000Z', events: 1200, endDate },
});
export const restored = (): TenantEvent => ({ type: 'TenantRestored', data: {} });
export const erased = (): TenantEvent => ({ type: 'TenantErased', data: {} });
