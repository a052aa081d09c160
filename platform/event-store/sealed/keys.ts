import type { TenantId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import { reportCache } from '../../metrics/caches.ts';
import { pageRangesOf } from '../../postgres/page-ranges.ts';
import { type PersonalKey, StoreUnavailable } from '../port.ts';
import { failureOf, reasonOf } from '../postgres/failure.ts';

/** The key of a stream's personal data. A stream from before encryption has none. */
export type KeyState = { kind: 'key'; key: Buffer } | { kind: 'none' } | { kind: 'erased' };

const none: KeyState = { kind: 'none' };
const erased: KeyState = { kind: 'erased' };

/** A deleted key is used for at most this long by a process that has not seen the event of the erasure. */
const KEPT_MS = 20_000;
const MOST_KEPT = 20_000;

export type PersonalKeys = {
  /** The keys in memory at this moment; undefined for a subject whose key must be read. */
  known: () => (subject: string) => KeyState | undefined;
  /** The keys of these subjects, from memory where they are known. Throws StoreUnavailable. */
  of: (subjects: readonly string[]) => Promise<ReadonlyMap<string, KeyState>>;
  /** Keeps the key of a new stream in memory, once its first append is written. */
  created: (created: PersonalKey) => void;
  /** From now on this process reads the events of the subject without their personal data. */
  erased: (subject: string) => void;
  /** Stores a key before the append that uses it. @returns the stored key, also if another process stored one first */
  store: (key: PersonalKey) => Promise<KeyState>;
};

/** The keys of personal data in a database, with those that were used last in memory. */
export function openPersonalKeys(pool: Pool): PersonalKeys {
  // In the order of the time until which an entry is valid.
  const known = new Map<string, { state: KeyState; until: number }>();
  reportCache('personal keys', MOST_KEPT, () => known.size);

  const keep = (subject: string, state: KeyState) => {
    known.delete(subject);
    known.set(subject, { state, until: performance.now() + KEPT_MS });
    const [oldest] = known.keys();
    if (known.size > MOST_KEPT && oldest !== undefined) known.delete(oldest);
  };
  const dropOld = () => {
    const now = performance.now();
    for (const [subject, { until }] of known) {
      if (until > now) return;
      known.delete(subject);
    }
  };

  return {
    known() {
      dropOld();
      return (subject) => known.get(subject)?.state;
    },
    async of(subjects) {
      dropOld();
      const found = new Map<string, KeyState>();
      const missing: string[] = [];
      for (const subject of new Set(subjects)) {
        const state = known.get(subject)?.state;
        if (state) found.set(subject, state);
        else missing.push(subject);
      }
      if (missing.length === 0) return found;
      const rows = await readKeys(pool, missing);
      for (const subject of missing) {
        // The event of the erasure may have been read meanwhile.
        const newer = known.get(subject)?.state;
        const state = newer?.kind === 'erased' ? newer : (rows.get(subject) ?? none);
        keep(subject, state);
        found.set(subject, state);
      }
      return found;
    },
    created: ({ subject, key }) => keep(subject, { kind: 'key', key }),
    erased: (subject) => keep(subject, erased),
    async store({ subject, tenant, key }) {
      const rows = await query<{ key: Buffer | null }>(
        pool,
        `insert into event_store.personal_keys as k (subject, tenant, key) values ($1, $2, $3)
         on conflict (subject) do update set subject = k.subject where k.tenant = excluded.tenant
         returning key`,
        [subject, tenant, key],
      );
      const state = stateOf(rows[0]?.key ?? null);
      keep(subject, state);
      return state;
    },
  };
}

/** Deletes the key of a subject for ever; the row stays. Repeating it changes nothing. */
export async function destroyKey(pool: Pool, { subject, tenant }: Omit<PersonalKey, 'key'>): Promise<void> {
  await pool.query(
    `insert into event_store.personal_keys as k (subject, tenant, key, erased_at) values ($1, $2, null, now())
     on conflict (subject) do update set key = null, erased_at = now()
      where k.tenant = excluded.tenant and k.erased_at is null`,
    [subject, tenant],
  );
}

/**
 * Deletes all keys of a tenant for ever, in one pass over the keys of all tenants: a tenant is erased once. No key may be added
 * meanwhile; a deleted tenant takes no leads.
 */
export async function destroyKeysOf(pool: Pool, tenant: TenantId, signal: AbortSignal): Promise<void> {
  for await (const { from, before } of pageRangesOf(pool, 'event_store.personal_keys')) {
    signal.throwIfAborted();
    await pool.query(
      `update event_store.personal_keys set key = null, erased_at = now()
        where tenant = $1 and erased_at is null and ctid >= $2 and ctid < $3`,
      [tenant, from, before],
    );
  }
}

/** The stored key of a subject. Throws StoreUnavailable. */
export async function readKey(pool: Pool, subject: string): Promise<KeyState> {
  return (await readKeys(pool, [subject])).get(subject) ?? none;
}

const stateOf = (key: Buffer | null): KeyState => (key ? { kind: 'key', key } : erased);

/** By the primary key. */
async function readKeys(pool: Pool, subjects: readonly string[]): Promise<Map<string, KeyState>> {
  const rows = await query<{ subject: string; key: Buffer | null }>(
    pool,
    `/* every tenant: a batch of events is */
     select k.subject, k.key from unnest($1::uuid[]) asked (subject)
       join event_store.personal_keys k on k.subject = asked.subject`,
    [subjects],
  );
  return new Map(rows.map(({ subject, key }) => [subject, stateOf(key)]));
}

async function query<Row extends object>(pool: Pool, text: string, values: unknown[]): Promise<Row[]> {
  try {
    return (await pool.query<Row>(text, values)).rows;
  } catch (error) {
    if (failureOf(error) === 'bug') throw error;
    throw new StoreUnavailable(reasonOf(error), { cause: error });
  }
}
