import type { Db } from '../postgres/transaction.ts';
import { type Seal, SecretUnreadable } from './seal.ts';
import { placeOf } from './secrets.ts';

/** How many values were encrypted again, and how many are of neither key. */
export type Resealed = { done: number; unreadable: number };

/** @returns a function that encrypts a value of a place again, and leaves one that it cannot read as it is */
export function resealer(from: Seal, to: Seal, counted: Resealed) {
  return (sealed: Buffer, place: readonly string[]): Buffer => {
    try {
      const resealed = to.close(from.open(sealed, place), place);
      counted.done += 1;
      return resealed;
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      counted.unreadable += 1;
      return sealed;
    }
  };
}

/** Rows per statement. */
const PORTION = 500;

type Row = {
  tenant: string;
  owner: string;
  name: string;
  sealed: Buffer;
  previous: Buffer | null;
  older: { sealed: string; until: string }[];
};

/** Encrypts all stored secrets again, in the caller's transaction, in portions. */
export async function resealSecrets(db: Db, from: Seal, to: Seal): Promise<Resealed> {
  const counted: Resealed = { done: 0, unreadable: 0 };
  const reseal = resealer(from, to, counted);
  let after = { owner: '00000000-0000-0000-0000-000000000000', name: '' };
  for (;;) {
    const { rows } = await db.query<Row>(
      `/* every tenant: the key is one of the installation */
       select tenant, owner, name, sealed, previous, older from secrets
        where (owner, name) > ($1::uuid, $2) order by owner, name limit ${PORTION}`,
      [after.owner, after.name],
    );
    const last = rows.at(-1);
    if (!last) return counted;
    after = last;
    const changed = rows.map(({ sealed, previous, older, ...row }) => {
      const place = placeOf(row, row.name);
      return {
        ...row,
        sealed: textOf(reseal(sealed, place)),
        previous: previous && textOf(reseal(previous, place)),
        older: older.map((each) => ({ ...each, sealed: textOf(reseal(bytesOf(each.sealed), place)) })),
      };
    });
    await db.query(
      `update secrets s set sealed = r.sealed, previous = r.previous, older = r.older
         from json_to_recordset($1::json) as r (tenant uuid, owner uuid, name text, sealed bytea, previous bytea, older jsonb)
        where s.tenant = r.tenant and s.owner = r.owner and s.name = r.name`,
      [JSON.stringify(changed)],
    );
  }
}

/** Bytes as Postgres prints them in JSON. */
const textOf = (bytes: Buffer) => `\\x${bytes.toString('hex')}`;
const bytesOf = (text: string) => Buffer.from(text.replace(/^\\x/, ''), 'hex');
