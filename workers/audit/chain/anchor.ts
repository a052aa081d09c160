import type { EventStore } from '@crm/platform/event-store/port.ts';
import { type Schedule, schedule } from '@crm/platform/jobs/job.ts';
import type { Pool } from 'pg';
import { chainEnds, extendChains } from './extend.ts';
import { type Signer, signerUnder } from './sign.ts';

/** Signs the end of every chain once a day. */
export const anchorAuditChain = (secretKey: string, storedEvents: EventStore): Schedule =>
  schedule({
    name: 'anchor-audit-chain',
    cron: '7 0 * * *',
    catchUpMs: 24 * 60 * 60 * 1000,
    slots: 'long',
    run: ({ pools, signal }) => anchorChains(pools.background, storedEvents, signerUnder(secretKey), signal),
  });

/** Extends the chains and stores a checkpoint for each that has grown since its last one. */
export async function anchorChains(
  pool: Pool,
  store: EventStore,
  signer: Signer,
  signal: AbortSignal,
): Promise<void> {
  await extendChains(pool, store, signal);
  const signedAt = new Date().toISOString();
  for (const { tenant, events, hash } of await chainEnds(pool)) {
    const signed = signer.sign({ tenant, events, hash: hash.toString('hex'), signedAt });
    await pool.query(
      `insert into audit_checkpoints (tenant, events, hash, signed_at, public_key, signature)
       values ($1, $2, $3, $4, $5, $6) on conflict (tenant, events) do nothing`,
      [tenant, events, signed.hash, signedAt, signed.publicKey, signed.signature],
    );
  }
}
