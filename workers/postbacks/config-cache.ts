import type { Log } from '@crm/platform/log/log.ts';
import { SecretUnreadable } from '@crm/platform/secrets/seal.ts';
import type { Kept, Secrets } from '@crm/platform/secrets/secrets.ts';
import type { Pool } from 'pg';
import type { Claimed } from './claim.ts';
import { type Configuration, readConfigurations } from './configurations.ts';

/** Everything that a postback's requests are made with; `kept` is null where its secrets cannot be read. */
export type Ready = { configuration: Configuration; kept: Kept | null };

/** Secrets are told after the event that gave them: what was read is read again after so long. */
const FRESH_MS = 1_000;

/**
 * Lays ready, for claimed deliveries, what their postbacks are made of: the configuration at least as new as it was when
 * they were claimed, and the secrets.
 */
export function openConfigCache(pool: Pool, secrets: Secrets, log: Log) {
  const ready = new Map<string, Ready & { readAt: number }>();

  return async (claimed: readonly Claimed[]): Promise<ReadonlyMap<string, Ready>> => {
    const now = performance.now();
    const wanted = new Map<string, Claimed>();
    for (const each of claimed) {
      const { postback, revision } = each;
      const known = ready.get(postback);
      if (!known || known.configuration.revision < revision || now - known.readAt > FRESH_MS)
        wanted.set(postback, each);
    }
    if (wanted.size === 0) return ready;
    const configurations = await readConfigurations(pool, [...wanted.values()]);
    const kept = await secretsOf(configurations);
    for (const configuration of configurations) {
      const { postback } = configuration;
      ready.set(postback, { configuration, kept: kept.get(postback) ?? null, readAt: now });
    }
    return ready;
  };

  /** All at once; one that cannot be read does not hide the others. */
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
