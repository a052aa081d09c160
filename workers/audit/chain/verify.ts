import { type EventStore, type RecordedEvent, START } from '@crm/platform/event-store/port.ts';
import type { Pool } from 'pg';
import { type CheckpointFinding, type VerifiedCheckpoints, verifyCheckpoints } from './checkpoints.ts';
import { type ChainEnd, chainEnds, chainedTypes, NO_CHAIN } from './extend.ts';
import { HASH_BYTES, NO_HASH, nextHash } from './link.ts';
import type { SignedCheckpoint, Signer } from './sign.ts';

/** The first difference between the history of a tenant and its chain, or a chain that stopped growing. */
export type Finding =
  | { kind: 'changed'; tenant: string; event: RecordedEvent }
  | { kind: 'inserted'; tenant: string; event: RecordedEvent }
  /** The id of the event, which was the n-th of its tenant. */
  | { kind: 'removed'; tenant: string; id: string; n: number }
  /** So many events come after the end of the chain, and the first of them was recorded long ago. */
  | { kind: 'unchained'; tenant: string; events: number; first: RecordedEvent }
  | CheckpointFinding;

export type Verified = {
  /** Events that the chains have. */
  events: number;
  /** Events after the ends of the chains. */
  unchained: number;
  tenants: number;
  checkpoints: Omit<VerifiedCheckpoints, 'findings'>;
  findings: Finding[];
};

const BATCH = 5_000;
/** A running product extends the chains once a minute. Events that it leaves out for this long could be changed unnoticed. */
const UNCHAINED_LIMIT_MS = 10 * 60_000;

/**
 * Reads the whole history and compares it with the chains and the signed checkpoints. Events after the end of a chain
 * cannot be compared: they are counted, and a finding if the chain leaves them out for too long.
 * @returns at most one finding of each tenant and kind of check
 */
export async function verifyHistory(
  pool: Pool,
  store: EventStore,
  signer: Signer,
  downloaded: readonly SignedCheckpoint[] = [],
): Promise<Verified> {
  const oldBefore = Date.now() - UNCHAINED_LIMIT_MS;
  // Links that are added meanwhile are not compared: their events may come after the end of this reading.
  const ends = new Map((await chainEnds(pool)).map((end) => [end.tenant, end]));
  const open = (tenant: string) => openChain(pool, tenant, ends.get(tenant) ?? NO_CHAIN);
  const chains = new Map([...ends.keys()].map((tenant) => [tenant, open(tenant)]));
  let events = 0;
  /** All events up to this position are old. An imported event has a time of another installation, which says nothing. */
  let oldUpTo = START;
  for (let after = START; ; ) {
    const batch = await store.readAll({ after, limit: BATCH, types: chainedTypes });
    for (const event of batch.events) {
      const { tenant, imported } = event.meta;
      const chain = chains.get(tenant) ?? open(tenant);
      chains.set(tenant, chain);
      await chain.check(event);
      events += 1;
      if (!imported && event.at.getTime() < oldBefore) oldUpTo = event.position;
    }
    if (batch.upTo === after) break;
    after = batch.upTo;
  }
  for (const chain of chains.values()) await chain.end();
  const differences = [...chains.values()].flatMap(({ finding }) => finding() ?? []);
  const rests = [...chains.values()].flatMap(({ unchained }) => unchained() ?? []);
  const { findings, ...checkpoints } = await verifyCheckpoints(pool, signer, downloaded);
  const unchained = rests.reduce((sum, rest) => sum + rest.events, 0);
  return {
    events: events - unchained,
    unchained,
    tenants: chains.size,
    checkpoints,
    findings: [...differences, ...rests.filter(({ first }) => first.position <= oldUpTo), ...findings],
  };
}

type Link = { n: number; id: string; hash: Buffer };

type TenantChain = {
  check: (event: RecordedEvent) => Promise<void>;
  /** After the last event: the chain must have no further links. */
  end: () => Promise<void>;
  finding: () => Finding | null;
  /** The events after the last one of the chain. */
  unchained: () => Unchained | null;
};
type Unchained = Extract<Finding, { kind: 'unchained' }>;

/** Compares events with links, one by one, up to the first difference. */
function openChain(pool: Pool, tenant: string, { events: length, last }: ChainEnd): TenantChain {
  const links = linksOf(pool, tenant, length);
  let isAfterLast = last === null;
  let unchained: Unchained | null = null;
  let hash: Buffer = NO_HASH;
  let isOver = false;
  let finding: Finding | null = null;
  /** The event in place of a link with another id: inserted if the link's event follows, else the link's was removed. */
  let doubtful: { event: RecordedEvent; link: Link } | null = null;

  return {
    async check(event) {
      if (isAfterLast) {
        unchained ??= { kind: 'unchained', tenant, events: 0, first: event };
        unchained.events += 1;
      }
      isAfterLast ||= event.id === last;
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
    unchained: () => unchained,
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
