import { withChanges } from '@crm/events/language/changes.ts';
import { idOf } from '@crm/events/streams.ts';
import { DEFAULT_THEME, type TenantEvent, tenantEvents } from '@crm/events/tenants/events.ts';
import { type PlainSettings, plainDefaults } from '@crm/events/tenants/settings.ts';
import { peopleOf } from '@crm/platform/live/rooms.ts';
import { projection, type Recorded, table } from '../projection.ts';
import { apiKeys } from './api-keys.ts';

export type TenantRow = {
  id: string;
  tenant: string;
  organization_name: string;
  theme: string;
  auto_lead_status_approve: boolean;
  settings: PlainSettings;
  created_at: Date;
  updated_at: Date;
};

export function foldTenant(row: TenantRow | null, event: Recorded<TenantEvent>): TenantRow | null {
  if (event.type === 'TenantCreated') {
    return {
      id: idOf(event.stream),
      tenant: event.meta.tenant,
      organization_name: event.data.organizationName,
      theme: DEFAULT_THEME,
      auto_lead_status_approve: false,
      settings: plainDefaults,
      created_at: event.at,
      updated_at: event.at,
    };
  }
  if (!row) return null;
  switch (event.type) {
    case 'OrganizationRenamed':
      return { ...row, organization_name: event.data.organizationName, updated_at: event.at };
    case 'ThemeColorChanged':
      return { ...row, theme: event.data.colorHash, updated_at: event.at };
    case 'AutoLeadStatusApproveSet':
      return { ...row, auto_lead_status_approve: event.data.autoLeadStatusApprove, updated_at: event.at };
    case 'SettingsChanged':
      return { ...row, settings: withChanges(row.settings, event.data.changes), updated_at: event.at };
    case 'CurrencySet':
      return { ...row, settings: { ...row.settings, ...event.data }, updated_at: event.at };
    case 'TenantDeleted':
      return null;
    // Rows of their own (api-keys.ts).
    case 'ApiKeyCreated':
    case 'ApiKeyRevoked':
    // Read from the stream: by the sweep of the logs, and by uploads.
    case 'PostbackLogRetentionSet':
    case 'UploadColumnsMapped':
      return row;
    // The phase is read from the stream too (platform/access/tenant.ts); the hint lets gateways check their sockets at once.
    case 'TenantSuspended':
    case 'TenantReactivated':
    case 'TenantBlocked':
    case 'TenantUnblocked':
      return { ...row, updated_at: event.at };
    default:
      return event satisfies never;
  }
}

const tenants = table<TenantRow, TenantEvent>({
  name: 'tenants',
  columns: {
    id: 'uuid not null',
    tenant: 'uuid not null',
    organization_name: 'text not null',
    theme: 'text not null',
    auto_lead_status_approve: 'boolean not null',
    settings: 'jsonb not null',
    created_at: 'timestamptz not null',
    updated_at: 'timestamptz not null',
  },
  key: ['id'],
  keyOf: (event) => ({ id: idOf(event.stream) }),
  fold: foldTenant,
  hints: (before, after) => {
    const row = after ?? before;
    if (!row) return [];
    // Name, colour and settings are on every user's screen.
    const hint = { room: peopleOf(row.tenant), topic: 'tenant', id: row.id };
    // Lists and figures of overdue leads change without an event of a lead.
    const isOverdueChanged = before && after && before.settings.overdueHours !== after.settings.overdueHours;
    return isOverdueChanged ? [hint, { ...hint, topic: 'leads' }] : [hint];
  },
});

/** Tenants and their settings. */
export const tenantsProjection = projection({
  name: 'tenants',
  version: 4,
  events: tenantEvents,
  tables: [tenants, apiKeys],
});
