import { changedFields } from '../language/changes.ts';
import { accept, type Decider, type Decision, refuse } from '../language/decider.ts';
import type { BlockingStatus, TenantEvent } from './events.ts';
import type { PostbackLogRetention } from './log-retention.ts';
import { type PlainSettings, plainDefaults } from './settings.ts';
import { blockOf, evolve, exists, type Tenant, type UploadColumns } from './state.ts';

type SomeSettings = { [K in keyof PlainSettings]?: PlainSettings[K] | undefined };

export type TenantCommand =
  /** `timeZone` is that of the creating browser. */
  | { type: 'CreateTenant'; organizationName: string; timeZone?: string }
  /** `seen`: the name that the user saw; undefined replaces any. */
  | { type: 'RenameOrganization'; organizationName: string; seen?: string | undefined }
  | { type: 'ChangeThemeColor'; colorHash: string }
  | { type: 'SetAutoLeadStatusApprove'; autoLeadStatusApprove: boolean }
  /** `seen`: the values that the user saw of these settings; others are replaced whatever they are. */
  | { type: 'ChangeSettings'; changes: SomeSettings; seen?: SomeSettings | undefined }
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
  | 'changed-meanwhile'
  | 'tenant-exists'
  | 'tenant-not-found'
  | 'api-key-name-taken'
  | 'api-key-not-found'
  | 'too-many-api-keys';

/** The most valid API keys of a tenant. */
const MOST_API_KEYS = 50;

export const tenantDecider: Decider<Tenant, TenantCommand, TenantEvent, TenantRefusal> = {
  initialState: { phase: 'none' },
  evolve,

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
        if ((command.seen ?? settings.organizationName) !== settings.organizationName)
          return refuse('changed-meanwhile');
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
        if (!changes) return accept();
        // The same value, saved by another user meanwhile, is no change and no conflict.
        if (changedFields<PlainSettings>(settings, command.seen ?? {})) return refuse('changed-meanwhile');
        return accept({ type: 'SettingsChanged', data: { changes } });
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
