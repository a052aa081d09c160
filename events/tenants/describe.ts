import {
  change,
  type DescribedFields,
  type Descriptions,
  firstValues,
  newValues,
} from '../language/describe.ts';
import { type BlockingStatus, DEFAULT_THEME, type TenantEvent } from './events.ts';
import { DEFAULT_LOG_RETENTION, type PostbackLogRetention } from './log-retention.ts';
import { type PlainSettings, plainDefaults } from './settings.ts';

const organizationName = (from: '' | undefined, to: string) =>
  change('organizationName', 'Organization Name', from, to);

const themeColor = (colorHash: string) => change('theme', 'Theme Color', undefined, colorHash);

const logRetention = ({ days, maxLogs }: PostbackLogRetention) => [
  change('days', 'Days', undefined, days),
  change('maxLogs', 'Max Logs per Postback', undefined, maxLogs ?? 'Unlimited'),
];

const currencyText = (currency: string | null) => currency ?? 'That of the newest offer';

const plainFields: DescribedFields<PlainSettings> = {
  currency: { label: 'Currency', text: currencyText },
  timeZone: { label: 'Time Zone' },
  overdueHours: { label: 'Overdue after Hours' },
  apiKeyRequired: { label: 'API Key Required' },
  leadsOverLimit: {
    label: 'Leads over the Limit',
    text: (choice) => (choice === 'keep' ? 'Kept aside' : 'Refused'),
  },
  takingAllowed: { label: 'Operators May Take Leads' },
};

const blockReasons: Record<BlockingStatus, string> = {
  none: 'The organization has no billing subscription',
  expired: 'The billing subscription expired',
  no_parent: 'The organization is not associated with any admin',
};

/** Each event of a tenant for people. */
export const tenantDescriptions: Descriptions<TenantEvent> = {
  TenantCreated: (data, names) => ({
    text: 'Organization created',
    changes: [organizationName('', data.organizationName)],
    initial: [
      ...firstValues(plainFields, plainDefaults, names),
      themeColor(DEFAULT_THEME),
      ...logRetention(DEFAULT_LOG_RETENTION),
    ],
  }),
  OrganizationRenamed: (data) => ({
    text: 'Organization renamed',
    changes: [organizationName(undefined, data.organizationName)],
  }),
  ThemeColorChanged: ({ colorHash }) => ({
    text: 'Theme color changed',
    changes: [themeColor(colorHash)],
  }),
  AutoLeadStatusApproveSet: ({ autoLeadStatusApprove }) => ({
    text: `Automatic approval of status changes turned ${autoLeadStatusApprove ? 'on' : 'off'}`,
    changes: [
      change('autoLeadStatusApprove', 'Automatic Approval', !autoLeadStatusApprove, autoLeadStatusApprove),
    ],
  }),
  SettingsChanged: ({ changes }, names) => ({
    text: 'Settings changed',
    changes: newValues(plainFields, changes, names),
  }),
  CurrencySet: ({ currency }) => ({
    text: 'Currency changed',
    changes: [change('currency', 'Currency', undefined, currencyText(currency))],
  }),
  ApiKeyCreated: ({ name }) => ({ text: `API key '${name}' created`, changes: [] }),
  ApiKeyRevoked: ({ name }) => ({ text: `API key '${name}' revoked`, changes: [] }),
  PostbackLogRetentionSet: (retention) => ({
    text: 'Retention of postback logs changed',
    hasAllFields: true,
    changes: logRetention(retention),
  }),
  UploadColumnsMapped: ({ columns }) => ({
    text: 'Columns of uploads mapped',
    changes: Object.entries(columns).map(([column, field]) =>
      change(column, column, undefined, field ?? 'Left out'),
    ),
  }),
  TenantSuspended: ({ reason }) => ({ text: 'Organization suspended', changes: [], reason }),
  TenantReactivated: () => ({ text: 'Organization reactivated', changes: [] }),
  TenantBlocked: ({ subscriptionStatus }) => ({
    text: 'Organization blocked',
    changes: [],
    reason: blockReasons[subscriptionStatus],
  }),
  TenantUnblocked: () => ({ text: 'Organization unblocked', changes: [] }),
  TenantDataExported: () => ({ text: 'All data of the organization exported', changes: [] }),
  TenantImported: ({ exportedAt, events }) => ({
    text: 'Organization imported from an archive',
    changes: [
      change('exportedAt', 'Exported at', undefined, exportedAt),
      change('events', 'Events', undefined, events),
    ],
  }),
  TenantDeleted: ({ reason, keptUntil }) => ({
    text: 'Organization deleted',
    changes: keptUntil === null ? [] : [change('keptUntil', 'Can Be Restored Until', undefined, keptUntil)],
    ...(reason !== null && { reason }),
  }),
  TenantRestored: () => ({ text: 'Organization restored', changes: [] }),
  TenantErased: () => ({ text: 'Data of the organization removed', changes: [] }),
};
