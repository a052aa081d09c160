import { withChanges } from '../language/changes.ts';
import { type BlockingStatus, DEFAULT_THEME, type TenantEvent } from './events.ts';
import { DEFAULT_LOG_RETENTION, type PostbackLogRetention } from './log-retention.ts';
import { type PlainSettings, plainDefaults } from './settings.ts';

export type UploadColumns = Readonly<Record<string, string | null>>;

export type TenantSettings = PlainSettings & {
  organizationName: string;
  theme: string;
  autoLeadStatusApprove: boolean;
  postbackLogRetention: PostbackLogRetention;
  /** The users' mappings of unknown columns to lead fields. */
  uploadColumns: UploadColumns;
  /** The names of the valid API keys, by id. */
  apiKeys: Readonly<Record<string, string>>;
};

/** The settings of a new tenant. */
export const defaultSettings: TenantSettings = {
  ...plainDefaults,
  organizationName: '',
  theme: DEFAULT_THEME,
  autoLeadStatusApprove: false,
  postbackLogRetention: DEFAULT_LOG_RETENTION,
  uploadColumns: {},
  apiKeys: {},
};

export type Tenant =
  | { phase: 'none' }
  | { phase: 'active'; settings: TenantSettings }
  /** `subscriptionStatus` is the reason of a block that applies when the suspension ends; null without one. */
  | {
      phase: 'suspended';
      reason: string;
      subscriptionStatus: BlockingStatus | null;
      settings: TenantSettings;
    }
  | { phase: 'blocked'; subscriptionStatus: BlockingStatus; settings: TenantSettings }
  /** `before` returns when it is restored. */
  | { phase: 'deleted'; keptUntil: string | null; before: ExistingTenant }
  | { phase: 'erased' };

export type ExistingTenant = Extract<Tenant, { phase: 'active' | 'suspended' | 'blocked' }>;

/** The settings of an existing tenant; null when it does not exist or was deleted. */
export function settingsOf(tenant: Tenant): TenantSettings | null {
  return exists(tenant) ? tenant.settings : null;
}

export const exists = (tenant: Tenant): tenant is ExistingTenant =>
  tenant.phase === 'active' || tenant.phase === 'suspended' || tenant.phase === 'blocked';

/** The status that blocks a tenant, or would if it were not suspended. */
export const blockOf = (tenant: ExistingTenant) =>
  tenant.phase === 'active' ? null : tenant.subscriptionStatus;

const withBlock = (settings: TenantSettings, subscriptionStatus: BlockingStatus | null): Tenant =>
  subscriptionStatus === null
    ? { phase: 'active', settings }
    : { phase: 'blocked', subscriptionStatus, settings };

/** The state after an event. */
export function evolve(tenant: Tenant, event: TenantEvent): Tenant {
  if (event.type === 'TenantCreated') {
    const { organizationName } = event.data;
    return {
      phase: 'active',
      settings: { ...defaultSettings, organizationName },
    };
  }
  if (tenant.phase === 'deleted') {
    if (event.type === 'TenantRestored') return tenant.before;
    return event.type === 'TenantErased' ? { phase: 'erased' } : tenant;
  }
  if (!exists(tenant)) return tenant;
  const { settings } = tenant;
  switch (event.type) {
    case 'OrganizationRenamed':
      return { ...tenant, settings: { ...settings, organizationName: event.data.organizationName } };
    case 'ThemeColorChanged':
      return { ...tenant, settings: { ...settings, theme: event.data.colorHash } };
    case 'AutoLeadStatusApproveSet':
      return {
        ...tenant,
        settings: { ...settings, autoLeadStatusApprove: event.data.autoLeadStatusApprove },
      };
    case 'SettingsChanged':
      return { ...tenant, settings: withChanges(settings, event.data.changes) };
    case 'CurrencySet':
      return { ...tenant, settings: { ...settings, currency: event.data.currency } };
    case 'ApiKeyCreated': {
      const apiKeys = { ...settings.apiKeys, [event.data.id]: event.data.name };
      return { ...tenant, settings: { ...settings, apiKeys } };
    }
    case 'ApiKeyRevoked': {
      const { [event.data.id]: _, ...apiKeys } = settings.apiKeys;
      return { ...tenant, settings: { ...settings, apiKeys } };
    }
    case 'PostbackLogRetentionSet':
      return { ...tenant, settings: { ...settings, postbackLogRetention: event.data } };
    case 'UploadColumnsMapped': {
      const uploadColumns = newest({ ...settings.uploadColumns, ...event.data.columns });
      return { ...tenant, settings: { ...settings, uploadColumns } };
    }
    case 'TenantSuspended': {
      const { reason } = event.data;
      return { phase: 'suspended', reason, subscriptionStatus: blockOf(tenant), settings };
    }
    case 'TenantReactivated':
      return withBlock(settings, blockOf(tenant));
    case 'TenantBlocked': {
      const { subscriptionStatus } = event.data;
      return tenant.phase === 'suspended'
        ? { ...tenant, subscriptionStatus }
        : { phase: 'blocked', subscriptionStatus, settings };
    }
    case 'TenantUnblocked':
      return tenant.phase === 'suspended'
        ? { ...tenant, subscriptionStatus: null }
        : { phase: 'active', settings };
    case 'TenantDataExported':
    case 'TenantImported':
      return tenant;
    case 'TenantDeleted':
      return { phase: 'deleted', keptUntil: event.data.keptUntil, before: tenant };
    case 'TenantRestored':
    case 'TenantErased':
      return tenant; // these follow a deletion
    default:
      return event satisfies never;
  }
}

/** More columns than the files of one tenant have; the oldest mappings are dropped. */
const MOST_COLUMNS = 500;
/** Limit of all column names together: each upload stores them in its first event, and an event has at most 256 KiB. */
const MOST_CHARACTERS = 20_000;
function newest(columns: UploadColumns): UploadColumns {
  let characters = 0;
  const kept = Object.entries(columns)
    .slice(-MOST_COLUMNS)
    .reverse()
    .filter(([name]) => {
      characters += name.length;
      return characters <= MOST_CHARACTERS;
    });
  return Object.fromEntries(kept.reverse());
}
