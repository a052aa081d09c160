import type { Pool } from 'pg';
import { type Position, START } from '../event-store/port.ts';
import type { Db } from '../postgres/transaction.ts';
import { sealUnder } from './seal.ts';

/** Whose secrets: a thing of a tenant, by its id. */
type Owner = { tenant: string; owner: string };

/** What is kept, by name, and of what is to be valid for a while yet, the value before. */
export type Kept = { values: Record<string, string>; previous: Record<string, string> };

export type Secrets = {
  /**
   * Keeps secrets as the event at `position` gave them; one that a later event gave stays. With `previousUntil` what
   * they replace is valid until then.
   */
  keep: (
    db: Db | Pool,
    owner: Owner,
    values: Readonly<Record<string, string>>,
    given: { position: Position | null; previousUntil?: string },
  ) => Promise<void>;
  /** Everything that is kept of each owner; throws SecretUnreadable. Not for logs. */
  of: (db: Db | Pool, owners: readonly Owner[]) => Promise<Map<string, Kept>>;
  /** Forgets what the owner has beside the names given, as long as no event after `position` gave it. */
  forget: (db: Db | Pool, owner: Owner, but: readonly string[], position: Position | null) => Promise<void>;
  /** A secret of our own making, `whsec_` and base64: the same for the same words, so that a repeat tells the same. */
  make: (words: readonly string[]) => string;
};

type SecretRow = { tenant: string; owner: string; name: string; sealed: Buffer; previous: Buffer | null };

/** Secrets that must be told again to somebody (unlike passwords), encrypted under SECRET_KEY; table `secrets`. */
export function openSecrets(secretKey: string): Secrets {
  const seal = sealUnder(secretKey);
  const placeOf = ({ tenant, owner }: Owner, name: string) => [tenant, owner, name];
  return {
    async keep(db, owner, values, { position, previousUntil = null }) {
      const names = Object.keys(values);
      if (names.length === 0) return;
      const sealed = Object.entries(values).map(([name, value]) => seal.close(value, placeOf(owner, name)));
      await db.query(
        `insert into secrets as s (tenant, owner, name, sealed, position)
         select $1, $2, given.name, given.sealed, $5 from unnest($3::text[], $4::bytea[]) given (name, sealed)
         on conflict (owner, name) do update
            set sealed = excluded.sealed, position = excluded.position,
                previous = case when $6::timestamptz is null then null else s.sealed end,
                previous_until = $6
          where s.tenant = excluded.tenant and excluded.position > s.position`,
        [owner.tenant, owner.owner, names, sealed, position ?? START, previousUntil],
      );
    },

    async of(db, owners) {
      const { rows } = await db.query<SecretRow>(
        `select s.tenant, s.owner, s.name, s.sealed, case when s.previous_until > now() then s.previous end as previous
           from unnest($1::uuid[], $2::uuid[]) asked (tenant, owner)
           join secrets s on s.tenant = asked.tenant and s.owner = asked.owner`,
        [owners.map(({ tenant }) => tenant), owners.map(({ owner }) => owner)],
      );
      const kept = new Map(owners.map(({ owner }): [string, Kept] => [owner, { values: {}, previous: {} }]));
      for (const { name, sealed, previous, ...owner } of rows) {
        const all = kept.get(owner.owner);
        if (!all) continue;
        all.values[name] = seal.open(sealed, placeOf(owner, name));
        if (previous) all.previous[name] = seal.open(previous, placeOf(owner, name));
      }
      return kept;
    },

    async forget(db, { tenant, owner }, but, position) {
      await db.query(
        `delete from secrets where tenant = $1 and owner = $2 and name <> all($3::text[]) and position <= $4`,
        [tenant, owner, but, position ?? START],
      );
    },

    make: (words) => `whsec_${seal.derive(['made', ...words]).toString('base64')}`,
  };
}
