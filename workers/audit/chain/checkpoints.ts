import type { Pool } from 'pg';
import { HASH_BYTES } from './link.ts';
import { isSigned, type SignedCheckpoint, type Signer } from './sign.ts';

/** The chain differs from a checkpoint, so the chain itself was changed; or the checkpoint was changed. */
export type CheckpointFinding = { kind: 'checkpoint'; tenant: string; events: number; reason: string };

export type VerifiedCheckpoints = {
  /** The checkpoints signed with the key of this SECRET_KEY. */
  own: number;
  /** The checkpoints signed with another key, whose signatures prove nothing here. Their hashes are compared, too. */
  otherKey: number;
  findings: CheckpointFinding[];
};

/** At most this many checkpoints are in memory at once, about 0.5 MB. */
const PAGE = 1_000;

/**
 * Compares the chains with the checkpoints of the database and with downloaded ones.
 * @returns at most one finding per tenant
 */
export async function verifyCheckpoints(
  pool: Pool,
  signer: Signer,
  downloaded: readonly SignedCheckpoint[],
): Promise<VerifiedCheckpoints> {
  let [own, otherKey] = [0, 0];
  const wrong = new Map<string, CheckpointFinding>();
  const verify = async (checkpoint: SignedCheckpoint) => {
    const { tenant, events, hash } = checkpoint;
    const isOwn = checkpoint.publicKey === signer.publicKey;
    if (isOwn) own += 1;
    else otherKey += 1;
    if (wrong.has(tenant)) return;
    const reason =
      isOwn && !isSigned(signer, checkpoint)
        ? 'its signature is wrong'
        : await differenceAt(pool, tenant, events, hash);
    if (reason !== null) wrong.set(tenant, { kind: 'checkpoint', tenant, events, reason });
  };
  for await (const page of checkpointPages(pool)) for (const checkpoint of page) await verify(checkpoint);
  for (const checkpoint of downloaded) await verify(checkpoint);
  return { own, otherKey, findings: [...wrong.values()] };
}

/** All checkpoints of the database in pages, by the primary key. */
export async function* checkpointPages(pool: Pool): AsyncGenerator<SignedCheckpoint[], void, void> {
  let [tenant, events] = ['00000000-0000-0000-0000-000000000000', 0]; // before the first: no chain has 0 events
  for (;;) {
    const { rows } = await pool.query<SignedCheckpoint & { signedAt: Date }>(
      `/* every tenant: each has checkpoints */
       select tenant, events::float8 as events, hash, signed_at as "signedAt", public_key as "publicKey", signature
         from audit_checkpoints where (tenant, events) > ($1::uuid, $2::bigint)
        order by tenant, events limit ${PAGE}`,
      [tenant, events],
    );
    const last = rows.at(-1);
    if (!last) return;
    ({ tenant, events } = last);
    yield rows.map((row) => ({ ...row, signedAt: new Date(row.signedAt).toISOString() }));
  }
}

/** Compares the chain with a checkpoint. By the primary key. */
async function differenceAt(pool: Pool, tenant: string, n: number, hash: string): Promise<string | null> {
  const { rows } = await pool.query<{ hash: string }>(
    `select encode(substring(hashes from (($2 - first) * ${HASH_BYTES} + 1)::int for ${HASH_BYTES}), 'hex') as hash
       from audit_chain where tenant = $1 and first <= $2::bigint order by first desc limit 1`,
    [tenant, n],
  );
  const [row] = rows;
  if (!row || row.hash === '') return 'the chain is shorter';
  return row.hash === hash ? null : 'the chain has another hash there';
}
