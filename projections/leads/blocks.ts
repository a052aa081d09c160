import { setImmediate as nextTurn } from 'node:timers/promises';
import { forgetUnusedRegularly } from '@crm/platform/memory/forget-unused.ts';
import { reportCacheBytes } from '@crm/platform/metrics/caches.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { type BlockKey, blockCache, type DecodedBlock } from '../block-cache.ts';
import { decodeCoded, decodeNumbers } from '../block-column.ts';
import { kindOf, type LeadValues } from './column-blocks.ts';

/** Blocks per query: 65,536 leads. Between two of them a read can be stopped, and other requests are answered. */
const AT_ONCE = 256;

/**
 * Estimated memory for decoded blocks in each process that answers queries, whatever the number of tenants and leads. The
 * columns of all reports of a million leads take about 50 MB.
 */
const MOST_BYTES = 96 * 2 ** 20;

/** The blocks of a tenant with rows whose `time` may be between two quarter hours, from `from` to before `before`. */
export type BlockRequest = {
  tenant: string;
  time: 'at' | 'decided_at';
  from: number;
  before: number;
  columns: ReadonlySet<keyof LeadValues>;
};

/** Reads blocks in their order, so many `atOnce`. @throws the signal's reason when it is aborted */
export type ReadBlocks = (
  db: Db,
  request: BlockRequest,
  signal: AbortSignal,
  atOnce?: number,
) => AsyncGenerator<readonly DecodedBlock[]>;

type Version = Omit<BlockKey, 'tenant'>;
type StoredBlock = { block: number; size: number; version: string } & Record<string, string | number>;

/**
 * Opens a reader of lead_columns that keeps decoded blocks: Postgres needs 0.2 s to send those of a million leads, and
 * they change seldom, except the newest. Each read asks for the versions of its blocks, in 3 ms, and then reads only
 * those that are not cached in this version. So it answers from its own snapshot, whatever other processes wrote
 * meanwhile. Blocks that are not used for ten minutes are forgotten. @param mostBytes 0 keeps nothing
 */
export function openLeadBlocks(mostBytes = MOST_BYTES): ReadBlocks {
  const cache = blockCache(mostBytes);
  reportCacheBytes('lead blocks', mostBytes, cache.bytes);
  forgetUnusedRegularly(cache);

  async function load(db: Db, request: BlockRequest, versions: readonly Version[]): Promise<DecodedBlock[]> {
    const { tenant, columns } = request;
    const cached = new Map<number, DecodedBlock>();
    const missing = new Set<keyof LeadValues>();
    const incomplete: Version[] = [];
    for (const version of versions) {
      const decoded = cache.find({ tenant, ...version });
      if (decoded) cached.set(version.block, decoded);
      const lacking = [...columns].filter((name) => !decoded || !hasColumn(decoded, name));
      for (const name of lacking) missing.add(name);
      if (lacking.length > 0) incomplete.push(version);
    }
    if (incomplete.length > 0) {
      const stored = await readBlocks(
        db,
        tenant,
        [...missing],
        incomplete.map(({ block }) => block),
      );
      for (const { storedIn, block, version } of incomplete) {
        const texts = stored.get(block);
        if (!texts) continue;
        if (texts.version !== version) throw new Error('Blocks are read in one snapshot');
        // Meanwhile, another read may have cached this block, or the cache may have forgotten it. A forgotten one is
        // not cached again: its other columns were subtracted from the bytes in use.
        const known = cache.find({ tenant, storedIn, block, version });
        const held = cached.get(block);
        const decoded = held ?? known ?? emptyBlock(texts);
        const bytes = decodeInto(decoded, texts, missing);
        if (!held || held === known) cache.keep({ tenant, storedIn, block, version }, decoded, bytes);
        cached.set(block, decoded);
      }
    }
    return versions.flatMap(({ block }) => cached.get(block) ?? []);
  }

  return async function* read(db, request, signal, atOnce = AT_ONCE) {
    signal.throwIfAborted();
    const versions = await versionsOf(db, request);
    const loadFrom = (at: number) => {
      const loading = load(db, request, versions.slice(at, at + atOnce));
      loading.catch(() => {}); // thrown where it is awaited
      return loading;
    };
    let loading = loadFrom(0);
    for (let at = 0; at < versions.length; at += atOnce) {
      await nextTurn();
      signal.throwIfAborted();
      const blocks = await loading;
      // Postgres reads the next blocks while these are counted.
      loading = loadFrom(at + atOnce);
      yield blocks;
    }
  };
}

/** By the primary key of lead_columns; blocks of other times are skipped. */
async function versionsOf(db: Db, { tenant, time, from, before }: BlockRequest): Promise<Version[]> {
  const { rows } = await db.query<Version>(
    `select block, version::text as version, stored_in::int as "storedIn" from lead_columns
      where tenant = $1 and last_${time} >= $2 and first_${time} < $3 order by block`,
    [tenant, from, before],
  );
  return rows;
}

/** By the primary key of lead_columns. */
async function readBlocks(db: Db, tenant: string, columns: readonly string[], blocks: readonly number[]) {
  const { rows } = await db.query<StoredBlock>(
    `select block, size, version::text as version, ${columns.join(', ')} from lead_columns
      where tenant = $1 and block = any($2)`,
    [tenant, blocks],
  );
  return new Map(rows.map((row) => [row.block, row]));
}

const hasColumn = ({ coded, numbers }: DecodedBlock, name: keyof LeadValues) =>
  kindOf(name) === 'coded' ? coded.has(name) : numbers.has(name);

const emptyBlock = ({ block, size }: StoredBlock): DecodedBlock => ({
  block,
  size,
  coded: new Map(),
  numbers: new Map(),
});

/** Bytes of an object of V8, roughly. */
const OBJECT = 100;

/** Adds the columns that the block lacks. @returns the bytes that they take */
function decodeInto(
  { size, coded, numbers }: DecodedBlock,
  texts: StoredBlock,
  names: Iterable<keyof LeadValues>,
): number {
  let bytes = 0;
  for (const name of names) {
    const text = String(texts[name]);
    if (kindOf(name) === 'numbers') {
      if (numbers.has(name)) continue;
      const column = decodeNumbers(text);
      numbers.set(name, column);
      bytes += 2 * OBJECT + column.byteLength;
    } else if (!coded.has(name)) {
      const column = decodeCoded(text, size);
      coded.set(name, column);
      bytes += 3 * OBJECT + column.codes.byteLength;
      for (const value of column.values) bytes += 8 + (typeof value === 'string' ? 24 + value.length : 0);
    }
  }
  return bytes;
}
