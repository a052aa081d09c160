import { changedFields, withChanges } from '../language/changes.ts';
import { accept, type Decider, type Decision, refuse } from '../language/decider.ts';
import { type BlockingStatus, DEFAULT_THEME, type TenantEvent } from './events.ts';
import { DEFAULT_LOG_RETENTION, type PostbackLogRetention } from './log-retention.ts';
import { type PlainSettings, plainDefaults } from './settings.ts';

type UploadColumns = Readonly<Record<string, string | null>>;

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
  | { phase: 'deleted'; keptUntil: string | null; before: Existing }
  | { phase: 'erased' };

type Existing = Extract<Tenant, { phase: 'active' | 'suspended' | 'blocked' }>;

/** The settings of an existing tenant; null when it does not exist or was deleted. */
export function settingsOf(tenant: Tenant): TenantSettings | null {
  return exists(tenant) ? tenant.settings : null;
}

const exists = (tenant: Tenant): tenant is Existing =>
  tenant.phase === 'active' || tenant.phase === 'suspended' || tenant.phase === 'blocked';

/** The status that blocks a tenant, or would if it were not suspended. */
const blockOf = (tenant: Existing) => (tenant.phase === 'active' ? null : tenant.subscriptionStatus);

const withBlock = (settings: TenantSettings, subscriptionStatus: BlockingStatus | null): Tenant =>
  subscriptionStatus === null
    ? { phase: 'active', settings }
    : { phase: 'blocked', subscriptionStatus, settings };

export type TenantCommand =
  /** `timeZone` is that of the creating browser. */
  | { type: 'CreateTenant'; organizationName: string; timeZone?: string }
  | { type: 'RenameOrganization'; organizationName: string }
  | { type: 'ChangeThemeColor'; colorHash: string }
  | { type: 'SetAutoLeadStatusApprove'; autoLeadStatusApprove: boolean }
  | { type: 'ChangeSettings'; changes: { [K in keyof PlainSettings]?: PlainSettings[K] | undefined } }
  | { type: 'CreateApiKey'; id: string; name: string }
  | { type: 'RevokeApiKey'; id: string }
  | { type: 'SetPostbackLogRetention'; retention: PostbackLogRetention }
  | { type: 'MapUploadColumns'; columns: UploadColumns }
  | { type: 'SuspendTenant'; reason: string }
  | { type: 'ReactivateTenant' }
  | { type: 'BlockTenant'; subscriptionStatus: BlockingStatus }
  | { type: 'UnblockTenant' }
  | { type: 'DeleteTenant'; reason: string | null; keptUntil: string }
  | { type: 'RestoreTenant' }
  | { type: 'RecordDataExport'; batch: string }
  /** After the last event of an import. */
  | { type: 'RecordImport'; batch: string; exportedAt: string; events: number; endDate: string | null }
  /** Does nothing before the end of the retention period. */
  | { type: 'EraseTenant'; now: Date };

export type TenantRefusal =
  | 'tenant-exists'
  | 'tenant-not-found'
  | 'api-key-name-taken'
  | 'api-key-not-found'
  | 'too-many-api-keys';

/** The most valid API keys of a tenant. */
const MOST_API_KEYS = 50;

export const tenantDecider: Decider<Tenant, TenantCommand, TenantEvent, TenantRefusal> = {
  initialState: { phase: 'none' },

  evolve(tenant, event) {
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
  },

  decide(command, tenant): Decision<TenantEvent, TenantRefusal> {
    if (command.type === 'CreateTenant') {
      if (tenant.phase !== 'none') return refuse('tenant-exists');
      const { organizationName, timeZone } = command;
      const created = { type: 'TenantCreated', data: { organizationName } } as const;
      const changes = changedFields<PlainSettings>(plainDefaults, { timeZone });
      return changes
        ? accept<TenantEvent>(created, { type: 'SettingsChanged', data: { changes } })
        : accept(created);
    }
    if (tenant.phase === 'deleted') {
      if (command.type === 'RestoreTenant') return accept({ type: 'TenantRestored', data: {} });
      if (command.type === 'EraseTenant') {
        const isDue = tenant.keptUntil !== null && new Date(tenant.keptUntil) <= command.now;
        return isDue ? accept({ type: 'TenantErased', data: {} }) : accept();
      }
    }
    if (!exists(tenant)) return refuse('tenant-not-found');
    const { settings } = tenant;
    switch (command.type) {
      case 'RenameOrganization':
        if (command.organizationName === settings.organizationName) return accept();
        return accept({ type: 'OrganizationRenamed', data: { organizationName: command.organizationName } });
      case 'ChangeThemeColor':
        if (command.colorHash === settings.theme) return accept();
        return accept({ type: 'ThemeColorChanged', data: { colorHash: command.colorHash } });
      case 'SetAutoLeadStatusApprove': {
        const { autoLeadStatusApprove } = command;
        if (autoLeadStatusApprove === settings.autoLeadStatusApprove) return accept();
        return accept({ type: 'AutoLeadStatusApproveSet', data: { autoLeadStatusApprove } });
      }
      case 'ChangeSettings': {
        const changes = changedFields<PlainSettings>(settings, command.changes);
        return changes ? accept({ type: 'SettingsChanged', data: { changes } }) : accept();
      }
      case 'CreateApiKey': {
        const { id, name } = command;
        const names = Object.values(settings.apiKeys);
        if (names.length >= MOST_API_KEYS) return refuse('too-many-api-keys');
        if (names.includes(name)) return refuse('api-key-name-taken');
        return accept({ type: 'ApiKeyCreated', data: { id, name } });
      }
      case 'RevokeApiKey': {
        const name = settings.apiKeys[command.id];
        if (name === undefined) return refuse('api-key-not-found');
        return accept({ type: 'ApiKeyRevoked', data: { id: command.id, name } });
      }
      case 'SetPostbackLogRetention': {
        const { days, maxLogs } = command.retention;
        const current = settings.postbackLogRetention;
        if (days === current.days && maxLogs === current.maxLogs) return accept();
        return accept({ type: 'PostbackLogRetentionSet', data: { days, maxLogs } });
      }
      case 'MapUploadColumns': {
        const known = settings.uploadColumns;
        const changed = Object.entries(command.columns).filter(([name, field]) => known[name] !== field);
        if (changed.length === 0) return accept();
        return accept({ type: 'UploadColumnsMapped', data: { columns: Object.fromEntries(changed) } });
      }
      case 'SuspendTenant':
        if (tenant.phase === 'suspended') return accept();
        return accept({ type: 'TenantSuspended', data: { reason: command.reason } });
      case 'ReactivateTenant':
        return tenant.phase === 'suspended' ? accept({ type: 'TenantReactivated', data: {} }) : accept();
      case 'BlockTenant': {
        const { subscriptionStatus } = command;
        if (blockOf(tenant) === subscriptionStatus) return accept();
        return accept({ type: 'TenantBlocked', data: { subscriptionStatus } });
      }
      case 'UnblockTenant':
        return blockOf(tenant) === null ? accept() : accept({ type: 'TenantUnblocked', data: {} });
      case 'RecordDataExport':
        return accept({ type: 'TenantDataExported', data: { batch: command.batch } });
      case 'RecordImport': {
        const { batch, exportedAt, events, endDate } = command;
        return accept({ type: 'TenantImported', data: { batch, exportedAt, events, endDate } });
      }
      case 'DeleteTenant': {
        const { reason, keptUntil } = command;
        return accept({ type: 'TenantDeleted', data: { reason, keptUntil } });
      }
      case 'RestoreTenant':
      case 'EraseTenant':
        return accept();
      default:
        return command satisfies never;
    }
  },
};

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
