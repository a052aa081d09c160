import { tenantStream } from '@crm/events/streams.ts';
import type { TenantEvent } from '@crm/events/tenants/events.ts';
import { expect, test } from 'vitest';
import { recorded, someTenant } from '../test/recorded.ts';
import { foldTenant, type TenantRow } from './table.ts';

test('foldTenant applies every event of a tenant', () => {
  const after = (...events: TenantEvent[]) =>
    recorded(tenantStream(someTenant), events).reduce<TenantRow | null>(foldTenant, null);
  const created: TenantEvent = { type: 'TenantCreated', data: { organizationName: 'Demo Sales' } };
  expect(after(created)).toEqual({
    id: someTenant,
    tenant: someTenant,
    organization_name: 'Demo Sales',
    theme: '#6366f1',
    auto_lead_status_approve: false,
    settings: {
      currency: null,
      timeZone: 'UTC',
      overdueHours: 24,
      takingAllowed: false,
      apiKeyRequired: false,
      leadsOverLimit: 'keep',
    },
    status: 'active',
    suspended_for: null,
    subscription_block: null,
    deleted_at: null,
    deleted_for: null,
    kept_until: null,
    erased_at: null,
    imported_at: new Date('2025-01-01T09:00:00.000Z'),
    revision: 0,
    created_at: new Date('2025-01-01T09:00:00.000Z'),
    updated_at: new Date('2025-01-01T09:00:00.000Z'),
  });
  expect(
    after(
      created,
      { type: 'OrganizationRenamed', data: { organizationName: 'Demo & Sons' } },
      { type: 'ThemeColorChanged', data: { colorHash: '#0ea5e9' } },
      { type: 'AutoLeadStatusApproveSet', data: { autoLeadStatusApprove: true } },
      { type: 'CurrencySet', data: { currency: 'INR' } },
      { type: 'SettingsChanged', data: { changes: { timeZone: 'Asia/Kolkata' } } },
    ),
  ).toMatchObject({
    organization_name: 'Demo & Sons',
    theme: '#0ea5e9',
    auto_lead_status_approve: true,
    settings: {
      currency: 'INR',
      timeZone: 'Asia/Kolkata',
      overdueHours: 24,
      takingAllowed: false,
      apiKeyRequired: false,
      leadsOverLimit: 'keep',
    },
    updated_at: new Date('2025-01-01T09:05:00.000Z'),
  });
  expect(after({ type: 'ThemeColorChanged', data: { colorHash: '#0ea5e9' } })).toBeNull();
});

test('the status is that of the latest phase, and a deletion or a suspension gives the earlier one back', () => {
  const history: [TenantEvent, TenantRow['status']][] = [
    [{ type: 'TenantCreated', data: { organizationName: 'Demo Sales' } }, 'active'],
    [{ type: 'TenantBlocked', data: { subscriptionStatus: 'expired' } }, 'blocked'],
    [{ type: 'TenantSuspended', data: { reason: 'Fraud' } }, 'suspended'],
    [{ type: 'TenantDeleted', data: { reason: 'Closed', keptUntil: '2026-12-23T12:00:00.000Z' } }, 'deleted'],
    [{ type: 'TenantRestored', data: {} }, 'suspended'],
    [{ type: 'TenantReactivated', data: {} }, 'blocked'],
    [{ type: 'TenantUnblocked', data: {} }, 'active'],
    [{ type: 'TenantDeleted', data: { reason: null, keptUntil: null } }, 'deleted'],
    [{ type: 'TenantErased', data: {} }, 'erased'],
  ];
  let row: TenantRow | null = null;
  const statuses = recorded(
    tenantStream(someTenant),
    history.map(([event]) => event),
  ).map((event) => {
    row = foldTenant(row, event);
    return row?.status;
  });
  expect(statuses).toEqual(history.map(([, status]) => status));
});

test('an organisation has no end of its import before the last event of it', () => {
  const imported: TenantEvent = {
    type: 'TenantImported',
    data: {
      batch: 'b0000000-0000-4000-8000-000000000004',
      exportedAt: '2026-11-23T12:00:00.000Z',
      events: 2,
      endDate: null,
    },
  };
  const events = recorded(tenantStream(someTenant), [
    { type: 'TenantCreated', data: { organizationName: 'Demo Sales' } },
    // The end of an earlier import, which is part of the archive.
    imported,
    imported,
  ] satisfies TenantEvent[]);
  const past = events.map((event, at) =>
    at < 2 ? { ...event, meta: { ...event.meta, imported: imported.data.batch } } : event,
  );
  const after = (count: number) => past.slice(0, count).reduce<TenantRow | null>(foldTenant, null);
  expect(after(2)?.imported_at).toBeNull();
  expect(after(3)?.imported_at).toEqual(past[2]?.at);
});
