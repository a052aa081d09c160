import type { TenantId } from '@crm/events/ids.ts';
import { tenantStream } from '@crm/events/streams.ts';
import { leadLimitAt, leadQuota } from '@crm/events/subscriptions/lead-limit.ts';
import { countEvents, type UsedPlaces } from '@crm/platform/event-store/importing/write.ts';
import type { Pool } from 'pg';
import type { ImportSummary } from './summary.ts';

/**
 * The places of the current billing period that the leads of an archive have taken, as far as the archive says: leads
 * that came in since the period began. Null without a limit.
 */
export async function usedPlaces(
  pool: Pool,
  check: string,
  tenant: TenantId,
  { subscription }: ImportSummary,
): Promise<(UsedPlaces & { series: string }) | null> {
  const limit = subscription && leadLimitAt(subscription, new Date());
  if (!limit) return null;
  const { series } = leadQuota(tenant, limit);
  // Also of a lead that waited for a place: its admission creates it.
  const count = await countEvents(pool, check, 'LeadCreated', new Date(limit.periodStart));
  return { series, prefix: `place:${series}:${tenant}:`, count, stream: tenantStream(tenant) };
}
