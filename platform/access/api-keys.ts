import type { TenantId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import { tokenHash } from '../http/authenticate.ts';
import type { ApiKey } from '../http/caller.ts';
import type { Refused } from '../http/result.ts';
import { reportCache } from '../metrics/caches.ts';
import { isOutage } from '../postgres/outage.ts';
import type { Db } from '../postgres/transaction.ts';

/** The last use of a key is stored at most once in this time per process, so that ingest writes no row per request. */
const USE_STORED_EVERY_MS = 60_000;
/** Maximum number of cached keys, about 3 MB. A key never changes its tenant, so an entry never expires. */
const MOST_KEYS = 10_000;

/** Stores a new key's hash. Storing it again, for a repeated command, changes nothing. */
export async function storeApiKey(
  db: Db | Pool,
  { id, tenant }: { id: string; tenant: TenantId },
  key: string,
): Promise<void> {
  await db.query('insert into api_key_hashes (hash, id, tenant) values ($1, $2, $3) on conflict do nothing', [
    tokenHash(key),
    id,
    tenant,
  ]);
}

/**
 * Finds API keys and stores their last use.
 *
 * @returns resolves a key to its id and tenant (Access.apiKeyOf). Whether it was revoked is for the caller to check, by the
 *   tenant's events
 */
export function openApiKeys(auth: Pool, now: () => number = Date.now) {
  const known = new Map<string, ApiKey & { storedUse: number }>();
  reportCache('API keys', MOST_KEYS, () => known.size);

  /** By the primary key. Does not wait for the disk: after a crash of Postgres, the last use may be a minute older. */
  async function storeUse(hash: Buffer, { tenant }: ApiKey): Promise<void> {
    await auth
      .query({
        name: 'store-api-key-use',
        text: `update api_key_hashes set last_used = now() where tenant = $1 and hash = $2
                 and (select set_config('synchronous_commit', 'off', true)) is not null`,
        values: [tenant, hash],
      })
      .catch((error: unknown) => {
        if (!isOutage(error)) throw error;
      });
  }

  return async (key: string, beforeLookup?: () => Refused | null): Promise<ApiKey | Refused | null> => {
    const hash = tokenHash(key);
    const name = hash.toString('hex');
    let found = known.get(name);
    if (!found) {
      const refusal = beforeLookup?.();
      if (refusal) return refusal;
      const { rows } = await auth.query<ApiKey>({
        name: 'find-api-key',
        text: '/* every tenant: the key names it */ select id, tenant from api_key_hashes where hash = $1',
        values: [hash],
      });
      if (!rows[0]) return null;
      found = { ...rows[0], storedUse: 0 };
      if (known.size >= MOST_KEYS) known.clear();
      known.set(name, found);
    }
    if (now() - found.storedUse >= USE_STORED_EVERY_MS) {
      found.storedUse = now();
      await storeUse(hash, found);
    }
    return { id: found.id, tenant: found.tenant };
  };
}
