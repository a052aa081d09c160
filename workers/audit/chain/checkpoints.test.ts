import { randomBytes, randomUUID } from 'node:crypto';
import { testDatabase } from '@crm/platform/test/database.ts';
import { beforeEach, expect, test } from 'vitest';
import { checkpointPages, verifyCheckpoints } from './checkpoints.ts';
import { type SignedCheckpoint, signerUnder } from './sign.ts';

const { everyTenant: pool } = await testDatabase();
const signer = signerUnder('a secret key of this test and of nothing else');
const earlier = signerUnder('the secret key before this one, which was lost');

let tenant: string;
const hashes = Array.from({ length: 3 }, () => randomBytes(32));
/** A chain of three events. */
beforeEach(async () => {
  tenant = randomUUID();
  await pool.query('truncate audit_chain, audit_checkpoints');
  await pool.query('insert into audit_chain (tenant, first, ids, hashes) values ($1, 1, $2, $3)', [
    tenant,
    hashes.map(() => randomUUID()),
    Buffer.concat(hashes),
  ]);
});

/** The checkpoint after the n-th event. */
const checkpoint = (events: number, by = signer, hash = hashes[events - 1]?.toString('hex') ?? '') =>
  by.sign({ tenant, events, hash, signedAt: '2026-01-01T00:07:00.000Z' });
const kept = ({ events, hash, signedAt, publicKey, signature }: SignedCheckpoint) =>
  pool.query('insert into audit_checkpoints values ($1, $2, $3, $4, $5, $6)', [
    tenant,
    events,
    hash,
    signedAt,
    publicKey,
    signature,
  ]);

test('checkpoints that were signed with another key are counted apart', async () => {
  await kept(checkpoint(1, earlier));
  await kept(checkpoint(2));
  const downloaded = [checkpoint(1, earlier), checkpoint(2), checkpoint(3)];
  expect(await verifyCheckpoints(pool, signer, downloaded)).toEqual({ own: 3, otherKey: 2, findings: [] });
});

test('the hash of a checkpoint with another key is compared with the chain', async () => {
  await kept(checkpoint(1, earlier, 'ab'.repeat(32)));
  expect(await verifyCheckpoints(pool, signer, [])).toEqual({
    own: 0,
    otherKey: 1,
    findings: [{ kind: 'checkpoint', tenant, events: 1, reason: 'the chain has another hash there' }],
  });
});

test('a wrong signature under the own key is a finding', async () => {
  await kept({ ...checkpoint(1), signature: checkpoint(2).signature });
  expect(await verifyCheckpoints(pool, signer, [])).toMatchObject({
    own: 1,
    otherKey: 0,
    findings: [{ kind: 'checkpoint', tenant, events: 1, reason: 'its signature is wrong' }],
  });
});

test('checkpoints are read in pages of 1,000, each once and in order', async () => {
  await pool.query(
    `insert into audit_checkpoints (tenant, events, hash, signed_at, public_key, signature)
     select t, n, '', now(), 'key', 'signature' from generate_series(1, 700) n, unnest($1::uuid[]) t`,
    [[tenant, '00000000-0000-0000-0000-000000000000', randomUUID()]],
  );
  const pages: SignedCheckpoint[][] = [];
  for await (const page of checkpointPages(pool)) pages.push(page);
  expect(pages.map(({ length }) => length)).toEqual([1_000, 1_000, 100]);
  const { rows } = await pool.query('select tenant, events::int from audit_checkpoints order by 1, 2');
  expect(pages.flat().map((each) => ({ tenant: each.tenant, events: each.events }))).toEqual(rows);
});
