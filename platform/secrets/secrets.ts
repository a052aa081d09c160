import type { Pool } from 'pg';
import { type Position, START } from '../event-store/port.ts';
import type { Db } from '../postgres/transaction.ts';
import { SecretUnreadable, sealUnder } from './seal.ts';

/** The owner of secrets: an entity of a tenant, by its id. */
type Owner = { tenant: string; owner: string };

/** Secrets by name, and the replaced values that are still valid, newest first. */
export type Kept = { values: Record<string, string>; previous: Record<string, readonly string[]> };

/** All valid values of a secret, the current one first; none if it is not stored. */
export const validValues = ({ values, previous }: Kept, name: string): string[] =>
  [values[name], ...(previous[name] ?? [])].filter((value) => value !== undefined);

export type Secrets = {
  /**
   * Stores secrets that the event at `position` set; a secret of a later event stays. With `previousUntil`, replaced
   * secrets stay valid until then, and those that were replaced before them until their own time: the newest
   * MOST_PREVIOUS. Without it, no replaced secret stays valid.
   * @returns false if the same event has set other secrets before
   */
  keep: (
    db: Db | Pool,
    owner: Owner,
    values: Readonly<Record<string, string>>,
    given: { position: Position | null; previousUntil?: string },
  ) => Promise<boolean>;
  /** Decrypts all secrets of each owner; throws SecretUnreadable for a current one. Do not log the result. */
  of: (db: Db | Pool, owners: readonly Owner[]) => Promise<Map<string, Kept>>;
  /** Deletes the owner's secrets except the named ones and those that an event after `position` set. */
  forget: (db: Db | Pool, owner: Owner, but: readonly string[], position: Position | null) => Promise<void>;
  /**
   * Generates a secret, the prefix and base64: the same for the same words, so that a repeated command returns the same
   * one.
   */
  make: (words: readonly string[], prefix?: string) => string;
};

export const placeOf = ({ tenant, owner }: Owner, name: string): string[] => [tenant, owner, name];

type SecretRow = { tenant: string; owner: string; name: string; sealed: Buffer; previous: Buffer[] };

/** The most replaced values of a secret that stay valid at the same time. */
const MOST_PREVIOUS = 10;

/** The replaced values of a row `s` that are still valid, as a table `p` of `sealed` and `until`. */
const previousOf = `(
  select s.previous as sealed, s.previous_until as until
  union all
  select sealed, until from jsonb_to_recordset(s.older) as o (sealed bytea, until timestamptz)
) p where until > now()`;

/**
 * Opens the store of secrets that must be readable again (unlike passwords), encrypted with SECRET_KEY; table
 * `secrets`.
 */
export function openSecrets(secretKey: string): Secrets {
  const seal = sealUnder(secretKey);
  /** Nothing for a replaced secret of another SECRET_KEY: the one that replaced it can be used. */
  const readable = (sealed: Buffer, place: readonly string[]): string[] => {
    try {
      return [seal.open(sealed, place)];
    } catch (error) {
      if (error instanceof SecretUnreadable) return [];
      throw error;
    }
  };
  return {
    async keep(db, owner, values, { position, previousUntil = null }) {
      const names = Object.keys(values);
      if (names.length === 0) return true;
      const sealed = Object.entries(values).map(([name, value]) => seal.close(value, placeOf(owner, name)));
      const { rowCount } = await db.query(
        `insert into secrets as s (tenant, owner, name, sealed, position)
         select $1, $2, given.name, given.sealed, $5 from unnest($3::text[], $4::bytea[]) given (name, sealed)
         on conflict (owner, name) do update
            set sealed = excluded.sealed, position = excluded.position,
                previous = case when $6::timestamptz is null then null else s.sealed end,
                previous_until = $6,
                older = case when $6 is null then '[]' else (
                  select coalesce(jsonb_agg(newest), '[]')
                  from (select * from ${previousOf} order by until desc limit ${MOST_PREVIOUS - 1}) newest
                ) end
          where s.tenant = excluded.tenant and excluded.position > s.position`,
        [owner.tenant, owner.owner, names, sealed, position ?? START, previousUntil],
      );
      if (rowCount === names.length) return true;
      const { rows } = await db.query<{ name: string; sealed: Buffer }>(
        `select name, sealed from secrets where tenant = $1 and owner = $2 and name = any($3) and position = $4`,
        [owner.tenant, owner.owner, names, position ?? START],
      );
      return rows.every(({ name, sealed }) => seal.open(sealed, placeOf(owner, name)) === values[name]);
    },

    async of(db, owners) {
      const { rows } = await db.query<SecretRow>(
        `select s.tenant, s.owner, s.name, s.sealed,
                array(select sealed from ${previousOf} order by until desc) as previous
           from unnest($1::uuid[], $2::uuid[]) asked (tenant, owner)
           join secrets s on s.tenant = asked.tenant and s.owner = asked.owner`,
        [owners.map(({ tenant }) => tenant), owners.map(({ owner }) => owner)],
      );
      const kept = new Map(owners.map(({ owner }): [string, Kept] => [owner, { values: {}, previous: {} }]));
      for (const { name, sealed, previous, ...owner } of rows) {
        const all = kept.get(owner.owner);
        if (!all) continue;
        all.values[name] = seal.open(sealed, placeOf(owner, name));
        if (previous.length > 0)
          all.previous[name] = previous.flatMap((each) => readable(each, placeOf(owner, name)));
      }
      return kept;
    },

    async forget(db, { tenant, owner }, but, position) {
      await db.query(
        `delete from secrets where tenant = $1 and owner = $2 and name <> all($3::text[]) and position <= $4`,
        [tenant, owner, but, position ?? START],
      );
    },

    make: (words, prefix = 'whsec_') => `${prefix}${seal.derive(['made', ...words]).toString('base64')}`,
  };
}
