import { accept, type Decider, type Decision, refuse } from '../language/decider.ts';
import {
  DEFAULT_LOG_RETENTION,
  DEFAULT_THEME,
  type PostbackLogRetention,
  type TenantEvent,
} from './events.ts';

type UploadColumns = Readonly<Record<string, string | null>>;

export type TenantSettings = {
  organizationName: string;
  theme: string;
  autoLeadStatusApprove: boolean;
  postbackLogRetention: PostbackLogRetention;
  /** What is remembered of columns that the specification does not name. */
  uploadColumns: UploadColumns;
};
export type Tenant = { phase: 'none' } | { phase: 'present'; settings: TenantSettings };

export type TenantCommand =
  | { type: 'CreateTenant'; organizationName: string }
  | { type: 'RenameOrganization'; organizationName: string }
  | { type: 'ChangeThemeColor'; colorHash: string }
  | { type: 'SetAutoLeadStatusApprove'; autoLeadStatusApprove: boolean }
  | { type: 'SetPostbackLogRetention'; retention: PostbackLogRetention }
  | { type: 'MapUploadColumns'; columns: UploadColumns };

export type TenantRefusal = 'tenant-exists' | 'tenant-not-found';

export const tenantDecider: Decider<Tenant, TenantCommand, TenantEvent, TenantRefusal> = {
  initialState: { phase: 'none' },

  evolve(tenant, event) {
    if (event.type === 'TenantCreated') {
      const { organizationName } = event.data;
      return {
        phase: 'present',
        settings: {
          organizationName,
          theme: DEFAULT_THEME,
          autoLeadStatusApprove: false,
          postbackLogRetention: DEFAULT_LOG_RETENTION,
          uploadColumns: {},
        },
      };
    }
    if (tenant.phase !== 'present') return tenant;
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
      case 'PostbackLogRetentionSet':
        return { ...tenant, settings: { ...settings, postbackLogRetention: event.data } };
      case 'UploadColumnsMapped': {
        const uploadColumns = newest({ ...settings.uploadColumns, ...event.data.columns });
        return { ...tenant, settings: { ...settings, uploadColumns } };
      }
      default:
        return event satisfies never;
    }
  },

  decide(command, tenant): Decision<TenantEvent, TenantRefusal> {
    if (command.type === 'CreateTenant') {
      if (tenant.phase !== 'none') return refuse('tenant-exists');
      return accept({ type: 'TenantCreated', data: { organizationName: command.organizationName } });
    }
    if (tenant.phase === 'none') return refuse('tenant-not-found');
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
      case 'SetPostbackLogRetention': {
        const { days, maxLogs } = command.retention;
        const standing = settings.postbackLogRetention;
        if (days === standing.days && maxLogs === standing.maxLogs) return accept();
        return accept({ type: 'PostbackLogRetentionSet', data: { days, maxLogs } });
      }
      case 'MapUploadColumns': {
        const known = settings.uploadColumns;
        const news = Object.entries(command.columns).filter(([name, field]) => known[name] !== field);
        if (news.length === 0) return accept();
        return accept({ type: 'UploadColumnsMapped', data: { columns: Object.fromEntries(news) } });
      }
      default:
        return command satisfies never;
    }
  },
};

/** More columns than the files of one tenant have; those said longest ago are forgotten. */
const MOST_COLUMNS = 500;
/** Of all their names together: every upload's first event holds them, and an event has at most 256 KiB. */
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
