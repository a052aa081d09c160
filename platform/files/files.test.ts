import { randomBytes, randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { expect, onTestFinished, test } from 'vitest';
import { asTenant } from '../postgres/transaction.ts';
import { testDatabase } from '../test/database.ts';
import { findFile, readFile, writeFile } from './files.ts';
import { sweepFiles, sweepUnfinishedFiles } from './sweep.ts';

const { everyTenant: all } = await testDatabase();
const { signal } = new AbortController();

const tenant = TenantId.parse('11111111-1111-4111-8111-111111111111');
const rival = TenantId.parse('22222222-2222-4222-8222-222222222222');
const tomorrow = new Date(Date.now() + 86_400_000);

const fileOf = (more: Partial<Parameters<typeof writeFile>[1]> = {}) => ({
  id: randomUUID(),
  tenant,
  name: 'leads.csv',
  type: 'text/csv',
  expiresAt: tomorrow,
  ...more,
});

async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function whole(id: string): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const chunk of readFile(all, tenant, id)) read.push(chunk);
  return Buffer.concat(read);
}

test.each([0, 1, 262_143, 262_144, 262_145, 1_000_000])('reads %d bytes back unchanged', async (length) => {
  const bytes = randomBytes(length);
  for (const size of [1_000, 65_536, 700_000]) {
    const kept = await writeFile(all, fileOf(), pieces(bytes, size));
    expect(kept).toMatchObject({ name: 'leads.csv', size: length });
    expect(bytes.equals(await whole(kept.id))).toBe(true);
  }
});

test('a second write under the same id replaces the file', async () => {
  const file = fileOf();
  await writeFile(all, file, pieces(randomBytes(600_000), 50_000));
  await writeFile(all, file, pieces(Buffer.from('short'), 2));
  expect((await whole(file.id)).toString()).toBe('short');
});

test('does not return an interrupted file or a file of another tenant', async () => {
  const broken = fileOf();
  async function* breaking() {
    yield randomBytes(300_000);
    throw new Error('cut off');
  }
  await expect(writeFile(all, broken, breaking())).rejects.toThrow('cut off');
  expect(await findFile(all, tenant, broken.id)).toBeNull();
  expect((await all.query('select from files where id = $1', [broken.id])).rowCount).toBe(0);

  const file = await writeFile(all, fileOf(), pieces(Buffer.from('ours'), 4));
  expect(await findFile(all, tenant, file.id)).toMatchObject({ id: file.id, size: 4 });
  expect(await findFile(all, rival, file.id)).toBeNull();
  const seen = await asTenant(all, rival, (tx) =>
    tx.query('select from file_chunks where file = $1', [file.id]),
  );
  expect(seen.rowCount).toBe(0);
});

test('does not return an expired file, and deletes it with its bytes', async () => {
  const file = await writeFile(
    all,
    fileOf({ expiresAt: new Date(Date.now() - 1000) }),
    pieces(Buffer.from('old'), 3),
  );
  expect(await findFile(all, tenant, file.id)).toBeNull();
  await sweepFiles(all, signal);
  expect((await all.query('select from file_chunks where file = $1', [file.id])).rowCount).toBe(0);
});

test('deletes a large file although its chunks take longer than a statement may', async () => {
  const { id } = await writeFile(all, fileOf(), pieces(Buffer.from('large'), 5));
  await all.query(
    `insert into file_chunks (tenant, file, n, bytes) select $1, $2, n, 'x' from generate_series(1, 600) n`,
    [tenant, id],
  );
  await all.query(`update files set expires_at = now() - interval '1 second' where id = $1`, [id]);
  // As if the time limit of a statement were reached with more than 150 chunks.
  await all.query(
    `create function too_slow() returns trigger language plpgsql as $$ begin
       if (select count(*) from old_rows) > 150 then raise query_canceled; end if;
       return null;
     end $$;
     create trigger too_slow after delete on file_chunks referencing old table as old_rows
       for each statement execute function too_slow()`,
  );
  onTestFinished(async () => void (await all.query('drop function too_slow cascade')));
  await sweepFiles(all, signal);
  expect((await all.query('select from files where id = $1', [id])).rowCount).toBe(0);
  expect((await all.query('select from file_chunks where file = $1', [id])).rowCount).toBe(0);
});

test('a writer that returns after the expiry of its file does not complete it', async () => {
  const late = fileOf();
  async function* bytes() {
    yield randomBytes(300_000);
    await all.query(`update files set expires_at = now() - interval '1 second' where id = $1`, [late.id]);
    yield randomBytes(10);
  }
  await expect(writeFile(all, late, bytes())).rejects.toThrow('expired');
});

test('deletes the rest of a file whose write a crash interrupted, and no other file', async () => {
  const whole = await writeFile(all, fileOf(), pieces(Buffer.from('whole'), 5));
  const rest = fileOf();
  let reached = () => {};
  const written = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let release = () => {};
  async function* stuck() {
    yield randomBytes(300_000);
    reached();
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  }
  const writing = writeFile(all, rest, stuck()).catch((error: unknown) => error);
  await written;
  const left = () => all.query('select id, expires_at from files where size is null');
  // The hourly sweep keeps a file with a living writer, and deletes one without.
  await sweepFiles(all, signal);
  const { rows } = await left();
  expect(rows.map(({ id }) => id)).toEqual([rest.id]);
  expect(new Date(rows[0]?.expires_at).getTime() - Date.now()).toBeLessThan(150_000);
  await sweepUnfinishedFiles(all, signal);
  expect((await left()).rows).toEqual([]);
  expect((await all.query('select from file_chunks where file = $1', [rest.id])).rowCount).toBe(0);
  expect(await findFile(all, tenant, whole.id)).not.toBeNull();
  release();
  expect(await writing).toBeInstanceOf(Error);
});
