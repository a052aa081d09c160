import { type PlainSettings, plainDefaults } from '@crm/events/tenants/settings.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';

/** The settings of a tenant that are single values, for queries that read 'tenants'; by the primary key of tenants. */
export async function plainSettings(db: Db, tenant: string): Promise<PlainSettings> {
  const { rows } = await db.query<{ settings: PlainSettings }>({
    name: 'read settings',
    text: 'select settings from tenants where tenant = $1 and id = $1',
    values: [tenant],
  });
  // The super admin has no tenant. A row that is older than a setting gets its default.
  return { ...plainDefaults, ...rows[0]?.settings };
}

/** The time zone in which the days of all figures begin: the tenant's, unless the request names another (docs/figures.md). */
export async function timeZoneOf(db: Db, tenant: string, requested: string | undefined): Promise<string> {
  return requested ?? (await plainSettings(db, tenant)).timeZone;
}
