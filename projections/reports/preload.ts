import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantId } from '@crm/events/ids.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import type { Pool } from 'pg';
import type { DecodedBlock } from '../block-cache.ts';
import { addDays, dayAt } from '../days.ts';
import type { ReadBlocks } from '../leads/blocks.ts';
import { blocksOf, type CountRequest, countBlocks } from './count.ts';
import { reportKinds } from './kinds.ts';
import { periodOf } from './period.ts';

/** Starts to load what the reports of a tenant read. Returns at once. */
export type PreloadReports = (tenant: TenantId) => void;

/** A report of so many days, with the days before it that it is compared with, finds its blocks in memory. */
const DAYS = 366;
/** The blocks of two million leads: the most that the block cache has room for. */
const MOST_BLOCKS = 8_192;
/** So often, tenants may be loaded again: blocks stay in memory for at least this time without use (leads/blocks.ts). */
const AGAIN_MS = 5 * 60_000;
/** The other calls of the page, which were sent at the same time, are answered first. */
const LATER_MS = 100;
/**
 * Other calls wait for at most this many blocks, 1 ms, and have the process for themselves for several times as long. A
 * million leads take two seconds. With 32 blocks and 6 ms, one second, the dashboards' p95 was 26 ms instead of 20.
 */
const AT_ONCE = 8;
const PAUSE_MS = 3;
/** So many blocks are counted as well: then V8 has compiled the code for the first report. */
const COUNTED_BLOCKS = 512;

/**
 * Opens the preload of reports: the first report over a million leads in a process takes 0.4 s, of which most is reading
 * their columns from Postgres. One tenant is loaded at a time, and each one once in every five minutes; other calls do
 * nothing.
 */
export function openReportPreload(options: {
  pool: Pool;
  readBlocks: ReadBlocks;
  /** Whether the read model of leads is missing. */
  isUnbuilt: () => boolean;
  signal: AbortSignal;
}): PreloadReports {
  const { pool, readBlocks, isUnbuilt, signal } = options;
  // At most the tenants of five minutes.
  const recent = new Set<TenantId>();
  setInterval(() => recent.clear(), AGAIN_MS).unref();
  let isLoading = false;

  async function load(tenant: TenantId) {
    const today = dayAt(new Date(), 'UTC');
    const request: CountRequest = {
      tenant,
      operator: null,
      period: periodOf(addDays(today, -DAYS), today, 'UTC'),
      time: 'at',
      filters: {},
      groups: [...new Set(Object.values(reportKinds).flatMap(({ groups }) => groups))],
      duplicates: true,
      ages: true,
    };
    await sleep(LATER_MS, undefined, { signal });
    await asTenant(pool, tenant, async (db) => {
      const parts = paced(readBlocks(db, blocksOf(request), signal, AT_ONCE), signal);
      await countBlocks(first(COUNTED_BLOCKS, parts), request, signal);
      let loaded = COUNTED_BLOCKS;
      for await (const blocks of parts) {
        loaded += blocks.length;
        if (loaded >= MOST_BLOCKS) break;
      }
    });
  }

  return (tenant) => {
    if (isLoading || recent.has(tenant) || isUnbuilt() || signal.aborted) return;
    recent.add(tenant);
    isLoading = true;
    load(tenant)
      .catch(() => {}) // A report reads the same blocks again, and its user gets the error.
      .finally(() => {
        isLoading = false;
      });
  };
}

type Parts = AsyncIterable<readonly DecodedBlock[]>;

async function* paced(parts: Parts, signal: AbortSignal): AsyncGenerator<readonly DecodedBlock[]> {
  for await (const part of parts) {
    yield part;
    await sleep(PAUSE_MS, undefined, { signal });
  }
}

/** The first parts, with at least so many blocks. Leaves the others, unlike `break` in a loop over them. */
async function* first(least: number, parts: AsyncGenerator<readonly DecodedBlock[]>): Parts {
  for (let given = 0; given < least; ) {
    const part = await parts.next();
    if (part.done) return;
    given += part.value.length;
    yield part.value;
  }
}
