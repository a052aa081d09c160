import fc from 'fast-check';
import { describe, test } from 'vitest';
import { keepsTheLaws } from '../test/laws.ts';
import { type TenantCommand, tenantDecider } from './decide.ts';
import { DEFAULT_LOG_RETENTION, DEFAULT_THEME, tenantEvents } from './events.ts';
import {
  autoApproveSet,
  columnsMapped,
  given,
  renamed,
  retentionSet,
  tenantCreated,
  themeChanged,
} from './story.ts';

const create: TenantCommand = { type: 'CreateTenant', organizationName: 'Demo Sales' };
const rename = (organizationName: string): TenantCommand => ({
  type: 'RenameOrganization',
  organizationName,
});
const paint = (colorHash: string): TenantCommand => ({ type: 'ChangeThemeColor', colorHash });
const autoApprove = (autoLeadStatusApprove: boolean): TenantCommand => ({
  type: 'SetAutoLeadStatusApprove',
  autoLeadStatusApprove,
});
const mapColumns = (columns: Record<string, string | null>): TenantCommand => ({
  type: 'MapUploadColumns',
  columns,
});
const keepLogs = (days: number, maxLogs: number | null): TenantCommand => ({
  type: 'SetPostbackLogRetention',
  retention: { days, maxLogs },
});

describe('a tenant', () => {
  test('is created, once', () => {
    given().when(create).gives(tenantCreated());
    given(tenantCreated()).when(create).refuses('tenant-exists');
  });
  test('begins with the default theme and approves by hand', () =>
    given(tenantCreated()).leaves({
      phase: 'present',
      settings: {
        organizationName: 'Demo Sales',
        theme: DEFAULT_THEME,
        autoLeadStatusApprove: false,
        postbackLogRetention: { days: 90, maxLogs: null },
        uploadColumns: {},
      },
    }));
  test('that never was is not found', () => {
    for (const wish of [rename('X'), paint('#0ea5e9'), autoApprove(true)])
      given().when(wish).refuses('tenant-not-found');
  });
  test('is renamed', () => given(tenantCreated()).when(rename('مبيعات')).gives(renamed('مبيعات')));
  test('is painted', () => given(tenantCreated()).when(paint('#0ea5e9')).gives(themeChanged('#0ea5e9')));
  test('approves by itself, and by hand again', () => {
    given(tenantCreated()).when(autoApprove(true)).gives(autoApproveSet(true));
    given(tenantCreated(), autoApproveSet(true)).when(autoApprove(false)).gives(autoApproveSet(false));
  });
  test('keeps the logs of postbacks as long as it says', () => {
    given(tenantCreated()).when(keepLogs(30, 5000)).gives(retentionSet(30, 5000));
    given(tenantCreated(), retentionSet(30, 5000)).when(keepLogs(30, null)).gives(retentionSet(30, null));
  });
  test('remembers what unknown columns are, one by one', () => {
    const kunde = { Kunde: 'Customer' };
    given(tenantCreated())
      .when(mapColumns({ ...kunde, Notiz: null }))
      .gives(columnsMapped({ ...kunde, Notiz: null }));
    given(tenantCreated(), columnsMapped(kunde))
      .when(mapColumns({ ...kunde, Telefon: 'Phone' }))
      .gives(columnsMapped({ Telefon: 'Phone' }));
    given(tenantCreated(), columnsMapped(kunde)).when(mapColumns(kunde)).gives();
  });
  test('set to what it is: no event', () => {
    given(tenantCreated())
      .when({ type: 'SetPostbackLogRetention', retention: DEFAULT_LOG_RETENTION })
      .gives();
    given(tenantCreated()).when(rename('Demo Sales')).gives();
    given(tenantCreated()).when(paint(DEFAULT_THEME)).gives();
    given(tenantCreated()).when(autoApprove(false)).gives();
  });
});

const command: fc.Arbitrary<TenantCommand> = fc.oneof(
  fc.constant(create),
  fc.constantFrom('Demo Sales', 'Rival Sales').map(rename),
  fc.constantFrom(DEFAULT_THEME, '#0ea5e9').map(paint),
  fc.boolean().map(autoApprove),
  fc.constantFrom(30, 90).map((days) => keepLogs(days, null)),
  fc.dictionary(fc.constantFrom('Kunde', 'Notiz'), fc.constantFrom(null, 'Customer')).map(mapColumns),
);
describe('tenants', () => keepsTheLaws(tenantDecider, tenantEvents, create, command));
