import { randomUUID } from 'node:crypto';
import type { Position } from '@crm/platform/event-store/port.ts';
import { refuseOtherKey, STORE_IN_USE } from '@crm/platform/postgres/installation.ts';
import { sealUnder } from '@crm/platform/secrets/seal.ts';
import { openSecrets, validValues } from '@crm/platform/secrets/secrets.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { TEST_SECRET_KEY } from '@crm/platform/test/product.ts';
import { runProgram } from '@crm/platform/test/run-program.ts';
import { expect, test } from 'vitest';
import { openContent, sealContent } from '../mail/queue.ts';

const OLD = 'the key that this database was used with';
const LOST = 'a key from before that, which is lost now';
const db = await testDatabase();
const pool = db.everyTenant;
const change = (oldKey: string) =>
  runProgram('workers/change-key/main.ts', [], {
    DATABASE_URL: db.url,
    SECRET_KEY: TEST_SECRET_KEY,
    OLD_SECRET_KEY: oldKey,
  });
const newOwner = () => ({ tenant: randomUUID(), owner: randomUUID() });
const at = (position: string) => ({ position: position as Position }); // a cast: positions are opaque texts

test('a changed key reads what the old one has encrypted, of all tenants, and the old one is refused', async () => {
  const [many, rolled, lost] = [newOwner(), newOwner(), newOwner()];
  const secrets = openSecrets(OLD);
  const values = Object.fromEntries(Array.from({ length: 1_100 }, (_, n) => [`header ${n}`, `value ${n}`]));
  await secrets.keep(pool, many, values, at('1'));
  const previousUntil = new Date(Date.now() + 3_600_000).toISOString();
  for (const n of [1, 2, 3])
    await secrets.keep(pool, rolled, { signing: `s${n}` }, { ...at(`${n}`), previousUntil });
  await openSecrets(LOST).keep(pool, lost, { token: 'x' }, at('1'));
  const mail = { subject: 'Set your password', text: 'token', html: '<p>token</p>', attachments: [] };
  const id = randomUUID();
  await pool.query(
    `insert into mails (id, tenant, template, about, recipient, content) values ($1, $2, 'welcome', $1, 'a@b.test', $3)`,
    [id, randomUUID(), sealContent(sealUnder(OLD), id, mail)],
  );
  await refuseOtherKey(pool, OLD);

  const running = await db.pool.connect();
  await running.query('select pg_advisory_lock_shared($1)', [STORE_IN_USE]);
  expect(await change(OLD)).toEqual({ code: 1, output: expect.stringMatching(/^The product runs .*\n$/) });
  await running.query('select pg_advisory_unlock_all()');
  running.release();
  expect(await change(LOST)).toMatchObject({ code: 1, output: expect.stringContaining('OLD_SECRET_KEY') });

  expect(await change(OLD)).toEqual({
    code: 0,
    output: `Encrypted under the new key: secrets of postbacks 1103, waiting mails 1
1 more could not be read with OLD_SECRET_KEY, and stay as they are: they are of an earlier key
`,
  });
  const kept = await openSecrets(TEST_SECRET_KEY).of(pool, [many, rolled]);
  expect(kept.get(many.owner)?.values).toEqual(values);
  const valid = kept.get(rolled.owner);
  expect(valid && validValues(valid, 'signing')).toEqual(['s3', 's2', 's1']);
  const { rows } = await pool.query('select content from mails where id = $1', [id]);
  expect(openContent(sealUnder(TEST_SECRET_KEY), id, rows[0].content)).toEqual(mail);
  await refuseOtherKey(pool, TEST_SECRET_KEY);
  await expect(refuseOtherKey(pool, OLD)).rejects.toThrow('SECRET_KEY is not the key');

  expect(await change(OLD)).toEqual({ code: 0, output: 'SECRET_KEY is the key of this database already\n' });
});
