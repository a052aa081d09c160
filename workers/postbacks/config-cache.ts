import type { Log } from '@crm/platform/log/log.ts';
import { reportCache } from '@crm/platform/metrics/caches.ts';
import { SecretUnreadable } from '@crm/platform/secrets/seal.ts';
import type { Kept, Secrets } from '@crm/platform/secrets/secrets.ts';
import type { Pool } from 'pg';
import type { Claimed } from './claim.ts';
import { type Configuration, readConfigurations } from './configurations.ts';

/** Configuration and secrets of a postback; `kept` is null if the secrets cannot be decrypted. */
export type Ready = { configuration: Configuration; kept: Kept | null };

/**
 * Maximum age of an entry. Secrets are stored after the event that names them, so an entry must be read again. Each claim
 * deletes older entries, because they hold decrypted secrets.
 */
const FRESH_MS = 1_000;
const MOST_KEPT = 2_000;

/**
 * Opens a cache that loads configuration and secrets for claimed deliveries. A configuration is at least as new as it
 * was at the time of the claim.
 */
export function openConfigCache(pool: Pool, secrets: Secrets, log: Log) {
  /** In the order in which they were read. */
  const cached = new Map<string, Ready & { readAt: number }>();
  reportCache('postback secrets', MOST_KEPT, () => cached.size);

  return async (claimed: readonly Claimed[]): Promise<ReadonlyMap<string, Ready>> => {
    const now = performance.now();
    deleteOld(now);
    const ready = new Map<string, Ready>();
    const wanted = new Map<string, Claimed>();
    for (const each of claimed) {
      const { postback, revision } = each;
      const known = cached.get(postback);
      if (known && known.configuration.revision >= revision) ready.set(postback, known);
      else wanted.set(postback, each);
    }
    if (wanted.size === 0) return ready;
    const configurations = await readConfigurations(pool, [...wanted.values()]);
    const secretsByPostback = await secretsOf(configurations);
    for (const configuration of configurations) {
      const { postback } = configuration;
      const entry = { configuration, kept: secretsByPostback.get(postback) ?? null, readAt: now };
      ready.set(postback, entry);
      cached.delete(postback);
      cached.set(postback, entry);
    }
    deleteOld(now);
    return ready;
  };

  function deleteOld(now: number): void {
    for (const [postback, { readAt }] of cached) {
      if (now - readAt <= FRESH_MS && cached.size <= MOST_KEPT) return;
      cached.delete(postback);
    }
  }

  /** Reads all secrets in one query; if one postback's secrets are unreadable, reads them one by one. */
  async function secretsOf(configurations: readonly Configuration[]): Promise<ReadonlyMap<string, Kept>> {
    const owners = configurations.map(({ tenant, postback }) => ({ tenant, owner: postback }));
    try {
      return await secrets.of(pool, owners);
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
    }
    const each = new Map<string, Kept>();
    for (const owner of owners) {
      try {
        for (const [id, kept] of await secrets.of(pool, [owner])) each.set(id, kept);
      } catch (error) {
        if (!(error instanceof SecretUnreadable)) throw error;
        log.error({ postback: owner.owner, err: error }, 'The secrets of a postback cannot be read');
      }
    }
    return each;
  }
}
