import { type EventStore, type RecordedEvent, START } from '@crm/platform/event-store/port.ts';
import type { Pool } from 'pg';
import { chainEnds, chainedTypes } from './extend.ts';
import { HASH_BYTES, NO_HASH, nextHash } from './link.ts';
import { isSigned, type SignedCheckpoint, type Signer } from './sign.ts';

/** The first difference between the history of a tenant and its chain. */
export type Finding =
  | { kind: 'changed'; tenant: string; event: RecordedEvent }
  | { kind: 'inserted'; tenant: string; event: RecordedEvent }
  /** The id of the event, which was the n-th of its tenant. */
  | { kind: 'removed'; tenant: string; id: string; n: number }
  /** The chain itself was changed: its end does not match a signed checkpoint. */
  | { kind: 'checkpoint'; tenant: string; events: number; reason: string };

export type Verified = { events: number; tenants: number; checkpoints: number; findings: Finding[] };

const BATCH = 5_000;

/**
 * Reads the whole history and compares it with the chains and the signed checkpoints. Events that no chain has yet, at
 * most those of the last minute, cannot be checked. @returns at most one finding of each tenant and kind of check
 */
export async function verifyHistory(
  pool: Pool,
  store: EventStore,
  signer: Signer,
  downloaded: readonly SignedCheckpoint[] = [],
): Promise<Verified> {
  // Links that are added meanwhile are not compared: their events may come after the end of this reading.
  const lengths = new Map((await chainEnds(pool)).map(({ tenant, events }) => [tenant, events]));
  const open = (tenant: string) => openChain(tenant, linksOf(pool, tenant, lengths.get(tenant) ?? 0));
  const chains = new Map([...lengths.keys()].map((tenant) => [tenant, open(tenant)]));
  let events = 0;
  for (let after = START; ; ) {
    const batch = await store.readAll({ after, limit: BATCH, types: chainedTypes });
    for (const event of batch.events) {
      const { tenant } = event.meta;
      const chain = chains.get(tenant) ?? open(tenant);
      chains.set(tenant, chain);
      await chain.check(event);
      events += 1;
    }
    if (batch.upTo === after) break;
    after = batch.upTo;
  }
  for (const chain of chains.values()) await chain.end();
  const checkpoints = [...(await checkpointsOf(pool)), ...downloaded];
  const wrong = new Map<string, Finding>();
  for (const checkpoint of checkpoints) {
    const { tenant, events: n, hash } = checkpoint;
    const reason = !isSigned(signer, checkpoint)
      ? 'its signature is not of this SECRET_KEY'
      : await differenceAt(pool, tenant, n, hash);
    if (reason !== null && !wrong.has(tenant))
      wrong.set(tenant, { kind: 'checkpoint', tenant, events: n, reason });
  }
  const found = [...chains.values()].flatMap(({ finding }) => finding() ?? []);
  return {
    events,
    tenants: chains.size,
    checkpoints: checkpoints.length,
    findings: [...found, ...wrong.values()],
  };
}

type Link = { n: number; id: string; hash: Buffer };

type TenantChain = {
  check: (event: RecordedEvent) => Promise<void>;
  /** After the last event: the chain must have no further links. */
  end: () => Promise<void>;
  finding: () => Finding | null;
};

/** Compares events with links, one by one, up to the first difference. */
function openChain(tenant: string, links: AsyncGenerator<Link, void, void>): TenantChain {
  let hash: Buffer = NO_HASH;
  let isOver = false;
  let finding: Finding | null = null;
  /** The event in place of a link with another id: inserted if the link's event follows, else the link's was removed. */
  let doubtful: { event: RecordedEvent; link: Link } | null = null;

  return {
    async check(event) {
      if (finding || isOver) return;
      if (doubtful) {
        if (event.id === doubtful.link.id) finding = { kind: 'inserted', tenant, event: doubtful.event };
        return;
      }
      const next = await links.next();
      if (next.done) {
        isOver = true;
        return;
      }
      const link = next.value;
      hash = nextHash(hash, event);
      if (link.id !== event.id) doubtful = { event, link };
      else if (!link.hash.equals(hash)) finding = { kind: 'changed', tenant, event };
    },
    async end() {
      if (finding || isOver) return;
      if (doubtful) {
        finding = { kind: 'removed', tenant, id: doubtful.link.id, n: doubtful.link.n };
        return;
      }
      const next = await links.next();
      if (!next.done) finding = { kind: 'removed', tenant, id: next.value.id, n: next.value.n };
    },
    finding: () => finding,
  };
}

/** The first links of a tenant in order, row by row of the primary key. @param length that of the chain after a whole row */
async function* linksOf(pool: Pool, tenant: string, length: number): AsyncGenerator<Link, void, void> {
  for (let from = 0; ; ) {
    const { rows } = await pool.query<{ first: number; ids: string; hashes: Buffer }>(
      `select first::float8 as first, array_to_string(ids, ',') as ids, hashes from audit_chain
        where tenant = $1 and first > $2 and first <= $3 order by first limit 1`,
      [tenant, from, length],
    );
    const [row] = rows;
    if (!row) return;
    from = row.first;
    for (const [at, id] of row.ids.split(',').entries())
      yield { n: row.first + at, id, hash: row.hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES) };
  }
}

async function checkpointsOf(pool: Pool): Promise<SignedCheckpoint[]> {
  const { rows } = await pool.query<SignedCheckpoint & { signedAt: Date }>(
    `/* every tenant: each has checkpoints */
     select tenant, events::float8 as events, hash, signed_at as "signedAt", public_key as "publicKey", signature
       from audit_checkpoints order by tenant, events`,
  );
  return rows.map((row) => ({ ...row, signedAt: new Date(row.signedAt).toISOString() }));
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
