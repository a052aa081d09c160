import { reportCache } from '@crm/platform/metrics/caches.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import type { LeadershipToken } from '@crm/platform/runner/checkpoint.ts';
import { type Configuration, configurationsOf, isActive } from './configurations.ts';

/** The configurations of one tenant, by postback. */
type OfTenant = Map<string, Configuration>;

/** A cache of more tenants is emptied; a tenant without postbacks has an empty entry. */
const MOST_TENANTS = 20_000;

/**
 * Caches the configurations of each tenant. Only this reaction writes them, so they stay true from one committed batch to
 * the next of the same leadership. A batch that was not committed, or another leadership in between, empties the cache.
 */
export function openTenantConfigurations() {
  let cached = new Map<string, OfTenant>();
  let epoch: number | null = null;
  let committed = false;
  reportCache('postback configurations by tenant', MOST_TENANTS, () => cached.size);

  return {
    /** Called after the commit of the batch that read last. */
    confirm: () => {
      committed = true;
    },
    forget: () => {
      cached = new Map();
    },
    /** Whether it is known that a tenant has no active postback; false if it would have to be read. */
    hasNoActive(tenant: string, token: LeadershipToken): boolean {
      const known = committed && epoch === token.epoch ? cached.get(tenant) : undefined;
      return known !== undefined && ![...known.values()].some(isActive);
    },
    async read(
      tx: Db,
      token: LeadershipToken,
      tenants: ReadonlySet<string>,
    ): Promise<(tenant: string) => OfTenant> {
      const isFull = cached.size + tenants.size > MOST_TENANTS;
      if (!committed || epoch !== token.epoch || isFull) cached = new Map();
      [epoch, committed] = [token.epoch, false];
      const missing = [...tenants].filter((tenant) => !cached.has(tenant));
      if (missing.length > 0) {
        for (const tenant of missing) cached.set(tenant, new Map());
        for (const each of await configurationsOf(tx, missing))
          cached.get(each.tenant)?.set(each.postback, each);
      }
      return (tenant) => {
        const known = cached.get(tenant) ?? new Map<string, Configuration>();
        cached.set(tenant, known);
        return known;
      };
    },
  };
}
