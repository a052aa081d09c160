import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Position } from '../event-store/port.ts';
import { testDatabase } from '../test/database.ts';
import { SecretUnreadable, sealUnder } from './seal.ts';
import { openSecrets, validValues } from './secrets.ts';

const KEY = 'a secret key of the tests and of nothing else';
const OTHER_KEY = 'another secret key of the tests, just as long';
const seal = sealUnder(KEY);

describe('sealUnder', () => {
  test('decrypts any secret that it encrypted', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (secret, place) => {
        expect(seal.open(seal.close(secret, place), place)).toBe(secret);
      }),
    ));

  test('reveals nothing of the secret and never repeats a result', () => {
    const [one, two] = [seal.close('hunter2 hunter2', ['a']), seal.close('hunter2 hunter2', ['a'])];
    expect(one.toString('latin1')).not.toContain('hunter2');
    expect(one.equals(two)).toBe(false);
  });

  test.each([
    [
      'in another place',
      () => seal.open(seal.close('x', ['tenant', 'a', 'token']), ['tenant', 'b', 'token']),
    ],
    ['under another key', () => sealUnder(OTHER_KEY).open(seal.close('x', ['a']), ['a'])],
    ['when a bit of it was changed', () => seal.open(flipped(seal.close('x', ['a']), 29), ['a'])],
    ['of a version that is not known', () => seal.open(flipped(seal.close('x', ['a']), 0), ['a'])],
    ['when it is cut short', () => seal.open(seal.close('x', ['a']).subarray(0, 10), ['a'])],
  ])('does not decrypt %s', (_, open) => expect(open).toThrow(SecretUnreadable));

  test('keeps the parts of a place separate', () =>
    expect(seal.derive(['a', 'b']).equals(seal.derive(['ab']))).toBe(false));
});

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 0x10;
  return changed;
}

const db = await testDatabase();
const pool = db.everyTenant;
const secrets = openSecrets(KEY);
const at = (position: string) => ({ position: position as Position }); // a cast: positions are opaque texts
const newOwner = () => ({ tenant: randomUUID(), owner: randomUUID() });
const keptOf = async (owner: { tenant: string; owner: string }) =>
  (await secrets.of(pool, [owner])).get(owner.owner);

describe('stored secrets', () => {
  test('can be read again and are stored only encrypted', async () => {
    const owner = newOwner();
    await secrets.keep(pool, owner, { token: 'hunter2 hunter2', other: 'Ünïcode' }, at('5'));
    expect(await keptOf(owner)).toEqual({
      values: { token: 'hunter2 hunter2', other: 'Ünïcode' },
      previous: {},
    });
    const { rows } = await pool.query<{ shown: string }>(
      `select encode(sealed, 'escape') || s::text as shown from secrets s where owner = $1`,
      [owner.owner],
    );
    expect(rows).toHaveLength(2);
    for (const { shown } of rows) expect(shown).not.toContain('hunter2');
  });

  test('of a later event are not overwritten by an earlier one', async () => {
    const owner = newOwner();
    await secrets.keep(pool, owner, { token: 'second' }, at('7'));
    await secrets.keep(pool, owner, { token: 'first' }, at('5'));
    await secrets.keep(pool, owner, { token: 'first again' }, at('7'));
    expect((await keptOf(owner))?.values).toEqual({ token: 'second' });
  });

  test('of the same event are compared with those that it has stored', async () => {
    const owner = newOwner();
    expect(await secrets.keep(pool, owner, { token: 'first', other: 'same' }, at('5'))).toBe(true);
    expect(await secrets.keep(pool, owner, { token: 'first', other: 'same' }, at('5'))).toBe(true);
    expect(await secrets.keep(pool, owner, { token: 'second', other: 'same' }, at('5'))).toBe(false);
    expect(await secrets.keep(pool, owner, { token: 'third' }, at('7'))).toBe(true);
    expect(await secrets.keep(pool, owner, { token: 'second' }, at('5'))).toBe(true);
  });

  const minutesAhead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  test('that were replaced stay valid until previousUntil', async () => {
    const owner = newOwner();
    const soon = minutesAhead(1);
    await secrets.keep(pool, owner, { signing: 'old' }, at('1'));
    await secrets.keep(pool, owner, { signing: 'new' }, { ...at('2'), previousUntil: soon });
    await secrets.keep(pool, owner, { signing: 'new' }, { ...at('2'), previousUntil: soon }); // a repeat
    expect(await keptOf(owner)).toEqual({ values: { signing: 'new' }, previous: { signing: ['old'] } });
    await pool.query(`update secrets set previous_until = now() where owner = $1`, [owner.owner]);
    expect(await keptOf(owner)).toEqual({ values: { signing: 'new' }, previous: {} });
  });

  test('that were replaced by several events each stay valid until their own time', async () => {
    const owner = newOwner();
    const replace = async (position: number, previousUntil: string) =>
      secrets.keep(pool, owner, { signing: `s${position}` }, { ...at(`${position}`), previousUntil });
    const valid = async () => {
      const kept = await keptOf(owner);
      return kept && validValues(kept, 'signing');
    };
    await replace(1, minutesAhead(1));
    await replace(2, minutesAhead(1));
    await replace(3, minutesAhead(2));
    await replace(4, minutesAhead(3));
    expect(await valid()).toEqual(['s4', 's3', 's2', 's1']);
    await pool.query(
      `update secrets set older = jsonb_set(older, '{1,until}', to_jsonb(now())) where owner = $1`,
      [owner.owner],
    );
    expect(await valid()).toEqual(['s4', 's3', 's2']);
    await replace(5, minutesAhead(4));
    expect(await valid()).toEqual(['s5', 's4', 's3', 's2']);
    const { rows } = await pool.query('select jsonb_array_length(older) as n from secrets where owner = $1', [
      owner.owner,
    ]);
    expect(rows).toEqual([{ n: 2 }]);
    await secrets.keep(pool, owner, { signing: 's6' }, at('6'));
    expect(await valid()).toEqual(['s6']);
  });

  test('that were replaced are kept up to a number: the newest', async () => {
    const owner = newOwner();
    for (let n = 10; n < 25; n += 1)
      await secrets.keep(
        pool,
        owner,
        { signing: `s${n}` },
        { ...at(`${n}`), previousUntil: minutesAhead(n) },
      );
    const kept = await keptOf(owner);
    expect(kept && validValues(kept, 'signing')).toEqual(Array.from({ length: 11 }, (_, n) => `s${24 - n}`));
  });

  test('that replace those of another key can be read: the replaced ones are no longer valid', async () => {
    const owner = newOwner();
    await secrets.keep(pool, owner, { signing: 'lost' }, at('1'));
    const others = openSecrets(OTHER_KEY);
    await expect(others.of(pool, [owner])).rejects.toThrow(SecretUnreadable);
    await others.keep(pool, owner, { signing: 'new' }, { ...at('2'), previousUntil: minutesAhead(1) });
    const kept = (await others.of(pool, [owner])).get(owner.owner);
    expect(kept && validValues(kept, 'signing')).toEqual(['new']);
  });

  test('that an earlier version of the program replaced stay valid as it promised', async () => {
    const owner = newOwner();
    for (const n of [1, 2, 3])
      await secrets.keep(
        pool,
        owner,
        { signing: `s${n}` },
        { ...at(`${n}`), previousUntil: minutesAhead(n) },
      );
    // As the program before migration 088 replaces a secret.
    await pool.query(
      `update secrets set sealed = previous, previous = sealed, previous_until = now() + interval '5 minutes'
        where owner = $1`,
      [owner.owner],
    );
    expect(await keptOf(owner)).toEqual({ values: { signing: 's2' }, previous: { signing: ['s3', 's1'] } });
  });

  test('are deleted except the named and newer ones', async () => {
    const owner = newOwner();
    await secrets.keep(pool, owner, { signing: 's', token: 't', later: 'l' }, at('3'));
    await secrets.keep(pool, owner, { later: 'l2' }, at('9'));
    await secrets.forget(pool, owner, ['signing'], at('4').position);
    expect((await keptOf(owner))?.values).toEqual({ signing: 's', later: 'l2' });
  });

  test('of another tenant are not returned', async () => {
    const owner = newOwner();
    await secrets.keep(pool, owner, { token: 't' }, at('1'));
    expect(await keptOf({ ...owner, tenant: randomUUID() })).toEqual({ values: {}, previous: {} });
    const client = await pool.connect();
    await client.query(`begin; select set_config('app.tenant', '${randomUUID()}', true)`);
    expect((await secrets.of(client, [owner])).get(owner.owner)?.values).toEqual({});
    await client.query('rollback');
    client.release();
  });

  test('cannot be decrypted with another SECRET_KEY', async () => {
    const owner = newOwner();
    await secrets.keep(pool, owner, { token: 't' }, at('1'));
    await expect(openSecrets(OTHER_KEY).of(pool, [owner])).rejects.toThrow(SecretUnreadable);
  });

  test('generated for the same words are equal and have 32 bytes', () => {
    const made = secrets.make(['postback', 'a']);
    expect(secrets.make(['postback', 'a'])).toBe(made);
    expect(secrets.make(['postback', 'b'])).not.toBe(made);
    expect(openSecrets(OTHER_KEY).make(['postback', 'a'])).not.toBe(made);
    expect(Buffer.from(made.slice('whsec_'.length), 'base64')).toHaveLength(32);
  });
});
