import { storiesOf } from '../test/story.ts';
import { tenantDecider } from './decide.ts';
import type { TenantEvent } from './events.ts';

/** For tests: the facts that stories of tenants are told with. */
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
export const columnsMapped = (columns: Record<string, string | null>): TenantEvent => ({
  type: 'UploadColumnsMapped',
  data: { columns },
});
export const retentionSet = (days: number, maxLogs: number | null): TenantEvent => ({
  type: 'PostbackLogRetentionSet',
  data: { days, maxLogs },
});
