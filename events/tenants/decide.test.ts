import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keepsTheLaws } from '../test/laws.ts';
import { type TenantCommand, tenantDecider } from './decide.ts';
import { type BlockingStatus, blockingStatuses, DEFAULT_THEME, tenantEvents } from './events.ts';
import { DEFAULT_LOG_RETENTION } from './log-retention.ts';
import { type PlainSettings, plainDefaults } from './settings.ts';
import type { TenantSettings } from './state.ts';
import {
  apiKeyCreated,
  apiKeyRevoked,
  autoApproveSet,
  blocked,
  columnsMapped,
  currencySet,
  dataExported,
  deleted,
  erased,
  exportBatch,
  given,
  importBatch,
  KEPT_UNTIL,
  reactivated,
  renamed,
  restored,
  retentionSet,
  settingsChanged,
  suspended,
  tenantCreated,
  tenantImported,
  themeChanged,
  unblocked,
} from './story.ts';

const create: TenantCommand = { type: 'CreateTenant', organizationName: 'Demo Sales' };
const rename = (organizationName: string, seen?: string): TenantCommand => ({
  type: 'RenameOrganization',
  organizationName,
  seen,
});
const paint = (colorHash: string): TenantCommand => ({ type: 'ChangeThemeColor', colorHash });
const autoApprove = (autoLeadStatusApprove: boolean): TenantCommand => ({
  type: 'SetAutoLeadStatusApprove',
  autoLeadStatusApprove,
});
const change = (changes: Partial<PlainSettings>, seen?: Partial<PlainSettings>): TenantCommand => ({
  type: 'ChangeSettings',
  changes,
  seen,
});
const mapColumns = (columns: Record<string, string | null>): TenantCommand => ({
  type: 'MapUploadColumns',
  columns,
});
const keepLogs = (days: number, maxLogs: number | null): TenantCommand => ({
  type: 'SetPostbackLogRetention',
  retention: { days, maxLogs },
});

const suspend: TenantCommand = { type: 'SuspendTenant', reason: 'Unpaid invoices' };
const reactivate: TenantCommand = { type: 'ReactivateTenant' };
const block = (subscriptionStatus: BlockingStatus = 'expired'): TenantCommand => ({
  type: 'BlockTenant',
  subscriptionStatus,
});
const unblock: TenantCommand = { type: 'UnblockTenant' };
const remove: TenantCommand = { type: 'DeleteTenant', reason: 'Contract ended', keptUntil: KEPT_UNTIL };
const restore: TenantCommand = { type: 'RestoreTenant' };
const erase = (now: string): TenantCommand => ({ type: 'EraseTenant', now: new Date(now) });

const settings: TenantSettings = {
  organizationName: 'Demo Sales',
  theme: DEFAULT_THEME,
  autoLeadStatusApprove: false,
  postbackLogRetention: { days: 90, maxLogs: null },
  uploadColumns: {},
  ...plainDefaults,
  apiKeys: {},
};

describe('a tenant', () => {
  test('is created, once', () => {
    given().when(create).gives(tenantCreated());
    given(tenantCreated()).when(create).refuses('tenant-exists');
  });
  test('is created with the time zone of the creating browser', () => {
    given()
      .when({ ...create, timeZone: 'Asia/Kolkata' })
      .gives(tenantCreated(), settingsChanged({ timeZone: 'Asia/Kolkata' }));
    given()
      .when({ ...create, timeZone: 'UTC' })
      .gives(tenantCreated());
  });
  test('begins with the default theme and manual approval', () =>
    given(tenantCreated()).leaves({
      phase: 'active',
      settings,
    }));
  test('that does not exist or was deleted is not found', () => {
    for (const each of [rename('X'), paint('#0ea5e9'), suspend, reactivate, block(), unblock, remove]) {
      given().when(each).refuses('tenant-not-found');
      given(tenantCreated(), deleted()).when(each).refuses('tenant-not-found');
    }
  });
  test('is renamed', () => given(tenantCreated()).when(rename('مبيعات')).gives(renamed('مبيعات')));
  test('is not renamed by a user who saw another name', () => {
    given(tenantCreated(), renamed('Gulf Sales'))
      .when(rename('Sunrise Sales', 'Demo Sales'))
      .refuses('changed-meanwhile');
    given(tenantCreated(), renamed('Gulf Sales')).when(rename('Gulf Sales', 'Demo Sales')).gives();
    given(tenantCreated()).when(rename('Gulf Sales', 'Demo Sales')).gives(renamed('Gulf Sales'));
  });
  test('keeps a setting that is another one than its user saw', () => {
    const changedMeanwhile = given(tenantCreated(), settingsChanged({ overdueHours: 48 }));
    changedMeanwhile.when(change({ overdueHours: 72 }, { overdueHours: 24 })).refuses('changed-meanwhile');
    changedMeanwhile.when(change({ overdueHours: 48 }, { overdueHours: 24 })).gives();
    // Another setting than the one that has changed.
    changedMeanwhile
      .when(change({ currency: 'AED' }, { currency: null }))
      .gives(settingsChanged({ currency: 'AED' }));
  });
  test('changes its theme', () =>
    given(tenantCreated()).when(paint('#0ea5e9')).gives(themeChanged('#0ea5e9')));
  test('switches automatic approval on and off', () => {
    given(tenantCreated()).when(autoApprove(true)).gives(autoApproveSet(true));
    given(tenantCreated(), autoApproveSet(true)).when(autoApprove(false)).gives(autoApproveSet(false));
  });
  test('creates and revokes API keys; names of valid ones are unique', () => {
    const create = (id: string, name: string): TenantCommand => ({ type: 'CreateApiKey', id, name });
    given(tenantCreated()).when(create('a', 'Landing')).gives(apiKeyCreated('a', 'Landing'));
    given(tenantCreated(), apiKeyCreated('a', 'Landing'))
      .when(create('b', 'Landing'))
      .refuses('api-key-name-taken');
    given(tenantCreated(), apiKeyCreated('a', 'Landing'), apiKeyRevoked('a', 'Landing'))
      .when(create('b', 'Landing'))
      .gives(apiKeyCreated('b', 'Landing'));
    given(tenantCreated(), apiKeyCreated('a', 'Landing'))
      .when({ type: 'RevokeApiKey', id: 'a' })
      .gives(apiKeyRevoked('a', 'Landing'));
    given(tenantCreated(), apiKeyCreated('a', 'Landing'), apiKeyRevoked('a', 'Landing'))
      .when({ type: 'RevokeApiKey', id: 'a' })
      .refuses('api-key-not-found');
    const fifty = Array.from({ length: 50 }, (_, n) => apiKeyCreated(`${n}`, `Key ${n}`));
    given(tenantCreated(), ...fifty)
      .when(create('b', 'One more'))
      .refuses('too-many-api-keys');
  });
  test('changes the settings that differ', () => {
    given(tenantCreated())
      .when(change({ currency: 'INR', timeZone: 'UTC', takingAllowed: true }))
      .gives(settingsChanged({ currency: 'INR', takingAllowed: true }));
    given(tenantCreated(), currencySet('AED'), settingsChanged({ takingAllowed: true }))
      .when(change({ currency: null, takingAllowed: true }))
      .gives(settingsChanged({ currency: null }));
    given(tenantCreated())
      .when(change({ overdueHours: 1 }))
      .gives(settingsChanged({ overdueHours: 1 }));
    given(tenantCreated(), settingsChanged({ currency: 'INR' }))
      .when(change({ currency: 'INR' }))
      .gives();
  });
  test('sets the retention of postback logs', () => {
    given(tenantCreated()).when(keepLogs(30, 5000)).gives(retentionSet(30, 5000));
    given(tenantCreated(), retentionSet(30, 5000)).when(keepLogs(30, null)).gives(retentionSet(30, null));
  });
  test('stores the mapping of each unknown column', () => {
    const kunde = { Kunde: 'Customer' };
    given(tenantCreated())
      .when(mapColumns({ ...kunde, Notiz: null }))
      .gives(columnsMapped({ ...kunde, Notiz: null }));
    given(tenantCreated(), columnsMapped(kunde))
      .when(mapColumns({ ...kunde, Telefon: 'Phone' }))
      .gives(columnsMapped({ Telefon: 'Phone' }));
    given(tenantCreated(), columnsMapped(kunde)).when(mapColumns(kunde)).gives();
  });
  test('keeps the newest mappings, at most 500, with at most 20,000 characters in their names', () => {
    const mapped = (names: readonly string[]) => {
      const columns = Object.fromEntries(names.map((name) => [name, null]));
      const tenant = [tenantCreated(), columnsMapped(columns)].reduce(
        tenantDecider.evolve,
        tenantDecider.initialState,
      );
      return tenant.phase === 'active' ? Object.keys(tenant.settings.uploadColumns) : [];
    };
    const many = Array.from({ length: 501 }, (_, n) => `column ${n}`);
    expect(mapped(many)).toEqual(many.slice(1));
    const long = Array.from({ length: 201 }, (_, n) => `column ${n}`.padEnd(100, '.'));
    expect(mapped(long)).toEqual(long.slice(1));
  });
  test('records no event for an unchanged setting', () => {
    given(tenantCreated())
      .when({ type: 'SetPostbackLogRetention', retention: DEFAULT_LOG_RETENTION })
      .gives();
    given(tenantCreated()).when(rename('Demo Sales')).gives();
    given(tenantCreated()).when(paint(DEFAULT_THEME)).gives();
    given(tenantCreated()).when(autoApprove(false)).gives();
  });
});

describe('the lifecycle of a tenant', () => {
  test('is suspended once, and reactivated', () => {
    given(tenantCreated()).when(suspend).gives(suspended());
    given(tenantCreated(), suspended()).when(suspend).gives();
    given(tenantCreated(), suspended()).when(reactivate).gives(reactivated());
    given(tenantCreated(), suspended(), reactivated()).leaves({ phase: 'active', settings });
  });
  test('is blocked with its subscription status, and unblocked', () => {
    given(tenantCreated()).when(block()).gives(blocked());
    given(tenantCreated(), blocked()).when(block()).gives();
    given(tenantCreated(), blocked()).when(block('none')).gives(blocked('none'));
    given(tenantCreated(), blocked()).when(unblock).gives(unblocked());
    given(tenantCreated(), blocked(), unblocked()).leaves({ phase: 'active', settings });
  });
  test('records no event when an active tenant is reactivated or unblocked', () => {
    given(tenantCreated()).when(reactivate).gives();
    given(tenantCreated(), blocked()).when(reactivate).gives();
    given(tenantCreated()).when(unblock).gives();
  });
  test('a block outlasts a suspension, and can begin or end during it', () => {
    const block = { phase: 'blocked', subscriptionStatus: 'expired', settings } as const;
    given(tenantCreated(), blocked(), suspended(), reactivated()).leaves(block);
    given(tenantCreated(), suspended(), blocked(), reactivated()).leaves(block);
    given(tenantCreated(), blocked(), suspended(), unblocked(), reactivated()).leaves({
      phase: 'active',
      settings,
    });
  });
  test('has the reason of its suspension, and keeps its settings', () =>
    given(tenantCreated(), suspended('Fraud')).leaves({
      phase: 'suspended',
      reason: 'Fraud',
      subscriptionStatus: null,
      settings,
    }));
  test('is deleted from any phase, and is not created again', () => {
    for (const history of [[], [suspended()], [blocked()]])
      given(tenantCreated(), ...history)
        .when(remove)
        .gives(deleted());
    given(tenantCreated(), deleted()).when(create).refuses('tenant-exists');
  });
  test('records each export of its data', () => {
    const record: TenantCommand = { type: 'RecordDataExport', batch: exportBatch };
    given(tenantCreated(), suspended()).when(record).gives(dataExported());
    given(tenantCreated(), deleted()).when(record).refuses('tenant-not-found');
  });
  test('records the end of its import', () => {
    const record: TenantCommand = {
      type: 'RecordImport',
      batch: importBatch,
      exportedAt: '2026-11-23T12:00:00.000Z',
      events: 1200,
      endDate: null,
    };
    given(tenantCreated(), suspended()).when(record).gives(tenantImported());
    given(tenantCreated(), deleted()).when(record).refuses('tenant-not-found');
  });
  test('is restored to the phase before its deletion', () => {
    given(tenantCreated(), suspended('Fraud'), deleted()).when(restore).gives(restored());
    given(tenantCreated(), suspended('Fraud'), deleted(), restored()).leaves({
      phase: 'suspended',
      reason: 'Fraud',
      subscriptionStatus: null,
      settings,
    });
    given(tenantCreated()).when(restore).gives();
  });
  test('is erased when its retention period is over, and is not restored then', () => {
    given(tenantCreated(), deleted()).when(erase('2026-12-23T11:59:59.999Z')).gives();
    given(tenantCreated(), deleted()).when(erase(KEPT_UNTIL)).gives(erased());
    given(tenantCreated(), deleted(), restored()).when(erase(KEPT_UNTIL)).gives();
    given(tenantCreated(), deleted(), erased()).when(restore).refuses('tenant-not-found');
    given(tenantCreated(), deleted(), erased()).when(create).refuses('tenant-exists');
  });
});

const command: fc.Arbitrary<TenantCommand> = fc.oneof(
  fc.constant(create),
  fc.constantFrom('Demo Sales', 'Rival Sales').map(rename),
  fc.constantFrom(DEFAULT_THEME, '#0ea5e9').map(paint),
  fc.boolean().map(autoApprove),
  fc.constantFrom(30, 90).map((days) => keepLogs(days, null)),
  fc.constantFrom(suspend, reactivate, unblock, restore, erase(KEPT_UNTIL)),
  fc.constantFrom(...blockingStatuses).map(block),
  { weight: 1, arbitrary: fc.constant(remove) },
  fc.dictionary(fc.constantFrom('Kunde', 'Notiz'), fc.constantFrom(null, 'Customer')).map(mapColumns),
);
describe('tenants', () => keepsTheLaws(tenantDecider, tenantEvents, create, command));
