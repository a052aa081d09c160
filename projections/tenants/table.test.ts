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
    },
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
    },
    updated_at: new Date('2025-01-01T09:05:00.000Z'),
  });
  expect(after({ type: 'ThemeColorChanged', data: { colorHash: '#0ea5e9' } })).toBeNull();
});
