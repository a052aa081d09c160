import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantId } from '@crm/events/ids.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import type { Pool } from 'pg';
import { addDays, dayAt } from '../days.ts';
import type { ReadBlocks } from '../leads/blocks.ts';
import { reportKinds } from './build.ts';
import { blocksOf } from './count.ts';
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
const LATER_MS = 1_000;

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
    const request = blocksOf({
      tenant,
      operator: null,
      period: periodOf(addDays(today, -DAYS), today, 'UTC'),
      time: 'at',
      filters: {},
      groups: [...new Set(Object.values(reportKinds).flatMap(({ groups }) => groups))],
      duplicates: true,
      ages: true,
    });
    await sleep(LATER_MS, undefined, { signal });
    await asTenant(pool, tenant, async (db) => {
      let loaded = 0;
      for await (const blocks of readBlocks(db, request, signal)) {
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
