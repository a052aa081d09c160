import type { TenantStatus } from '@crm/contracts/tenants/vocabulary.ts';
import { withChanges } from '@crm/events/language/changes.ts';
import { idOf } from '@crm/events/streams.ts';
import {
  type BlockingStatus,
  DEFAULT_THEME,
  type TenantEvent,
  tenantEvents,
} from '@crm/events/tenants/events.ts';
import { type PlainSettings, plainDefaults } from '@crm/events/tenants/settings.ts';
import { peopleOf, SUPER_ADMINS } from '@crm/platform/live/rooms.ts';
import { projection, type Recorded, table } from '../projection.ts';
import { apiKeys } from './api-keys.ts';

export type TenantRow = {
  id: string;
  tenant: string;
  organization_name: string;
  theme: string;
  auto_lead_status_approve: boolean;
  settings: PlainSettings;
  status: TenantStatus;
  /** The reason of a running suspension; it outlasts a block, which may begin or end meanwhile. */
  suspended_for: string | null;
  subscription_block: BlockingStatus | null;
  deleted_at: Date | null;
  deleted_for: string | null;
  kept_until: Date | null;
  erased_at: Date | null;
  /** The end of its import, or null while it is imported; equal to created_at without one. */
  imported_at: Date | null;
  revision: number;
  created_at: Date;
  updated_at: Date;
};

/** The phase that decides: a deleted tenant may be suspended as well, and a suspended one blocked. */
function statusOf(row: Unfinished): TenantStatus {
  if (row.erased_at !== null) return 'erased';
  if (row.deleted_at !== null) return 'deleted';
  if (row.suspended_for !== null) return 'suspended';
  return row.subscription_block === null ? 'active' : 'blocked';
}

export function foldTenant(row: TenantRow | null, event: Recorded<TenantEvent>): TenantRow | null {
  const next = nextRow(row, event);
  return next && { ...next, status: statusOf(next), revision: event.revision };
}

type Unfinished = Omit<TenantRow, 'status' | 'revision'>;

function nextRow(row: TenantRow | null, event: Recorded<TenantEvent>): Unfinished | null {
  if (event.type === 'TenantCreated') {
    return {
      id: idOf(event.stream),
      tenant: event.meta.tenant,
      organization_name: event.data.organizationName,
      theme: DEFAULT_THEME,
      auto_lead_status_approve: false,
      settings: plainDefaults,
      suspended_for: null,
      subscription_block: null,
      deleted_at: null,
      deleted_for: null,
      kept_until: null,
      erased_at: null,
      imported_at: event.meta.imported === undefined ? event.at : null,
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
    case 'TenantDeleted': {
      const { reason, keptUntil } = event.data;
      const kept_until = keptUntil === null ? null : new Date(keptUntil);
      return { ...row, deleted_at: event.at, deleted_for: reason, kept_until, updated_at: event.at };
    }
    case 'TenantRestored':
      return { ...row, deleted_at: null, deleted_for: null, kept_until: null, updated_at: event.at };
    case 'TenantImported':
      // That of an earlier import is part of the history that this one writes.
      return event.meta.imported === undefined ? { ...row, imported_at: event.at } : row;
    case 'TenantErased':
      return { ...row, erased_at: event.at, updated_at: event.at };
    // Rows of their own (api-keys.ts).
    case 'ApiKeyCreated':
    case 'ApiKeyRevoked':
    // Read from the stream: by the sweep of the logs, and by uploads.
    case 'PostbackLogRetentionSet':
    case 'UploadColumnsMapped':
    case 'TenantDataExported':
      return row;
    // Callers are refused by the stream (platform/access/tenant.ts); the hint lets gateways check their sockets at once.
    case 'TenantSuspended':
      return { ...row, suspended_for: event.data.reason, updated_at: event.at };
    case 'TenantReactivated':
      return { ...row, suspended_for: null, updated_at: event.at };
    case 'TenantBlocked':
      return { ...row, subscription_block: event.data.subscriptionStatus, updated_at: event.at };
    case 'TenantUnblocked':
      return { ...row, subscription_block: null, updated_at: event.at };
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
    status: 'text not null',
    suspended_for: 'text',
    subscription_block: 'text',
    deleted_at: 'timestamptz',
    deleted_for: 'text',
    kept_until: 'timestamptz',
    erased_at: 'timestamptz',
    imported_at: 'timestamptz',
    revision: 'integer not null',
    created_at: 'timestamptz not null',
    updated_at: 'timestamptz not null',
  },
  key: ['id'],
  keepsErasedTenants: true,
  keyOf: (event) => ({ id: idOf(event.stream) }),
  fold: foldTenant,
  hints: (before, after) => {
    const row = after ?? before;
    if (!row) return [];
    // Name, colour and settings are on every user's screen.
    const hint = { room: peopleOf(row.tenant), topic: 'tenant', id: row.id };
    const listed = { room: SUPER_ADMINS, topic: 'tenants', id: row.id };
    // Lists and figures of overdue leads change without an event of a lead.
    const isOverdueChanged = before && after && before.settings.overdueHours !== after.settings.overdueHours;
    return isOverdueChanged ? [hint, listed, { ...hint, topic: 'leads' }] : [hint, listed];
  },
});

/** Tenants and their settings. */
export const tenantsProjection = projection({
  name: 'tenants',
  version: 6,
  events: tenantEvents,
  tables: [tenants, apiKeys],
});
