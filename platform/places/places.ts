import type { TenantId } from '@crm/events/ids.ts';
import type { Pool } from 'pg';
import { claimBlock, markUsed, openBlocks } from './blocks.ts';

/** At most `limit` streams of a tenant get a place of this series. */
export type Quota = { tenant: TenantId; series: string; limit: number };

/** A place that one append may reserve; settle it exactly once. */
type Place = {
  /** The name to reserve with the append. */
  name: string;
  /** The place has an owner: this append, or another stream that was faster. */
  taken(): void;
  /** It was not reserved, or that is not known: another append may try it. */
  untaken(): void;
};

export type Places = {
  /** Finds a place that no other append of this process tries; null when all are taken. */
  take(quota: Quota): Promise<Place | null>;
};

/** With fewer numbers left, a process claims its next block. */
const FEW = 64;
/** Kept series. At the limit, those without running appends are dropped and found again at their next use. */
const MOST_KEPT = 10_000;

/**
 * Numbers places from 1 to a limit. A place is a reservation (platform/event-store/port.ts) that an append makes with
 * its events, so the number of taken places is exact whatever is killed, and two appends for the last place have one
 * winner. This part only finds numbers to try, without a query for most of them: each process claims blocks of numbers.
 * When no block is left, it tries the open blocks of other processes, because one that was killed leaves free numbers.
 *
 * A place is never given back; those of series that take no more places are deleted (sweep.ts). If the limit of a series
 * is lowered, places above the new limit do not count.
 *
 * @param pool has access to all tenants
 */
export function openPlaces(pool: Pool): Places {
  const kept = new Map<string, Series>();
  return {
    take(quota) {
      const key = `${quota.tenant} ${quota.series}`;
      const known = kept.get(key);
      if (known) return known.take(quota.limit);
      if (kept.size >= MOST_KEPT) for (const [name, series] of kept) if (series.isIdle()) kept.delete(name);
      const series = openSeries(pool, quota);
      kept.set(key, series);
      return series.take(quota.limit);
    },
  };
}

type Series = { take(limit: number): Promise<Place | null>; isIdle(): boolean };

function openSeries(pool: Pool, { tenant, series }: Omit<Quota, 'limit'>): Series {
  /** Numbers to try, and the first number of the block of each. */
  const numbers: { number: number; block: number }[] = [];
  /** Numbers of each block that are not known to be taken. */
  const left = new Map<number, number>();
  const known = new Set<number>();
  let running = 0;
  /** Up to this limit all places are taken. */
  let fullAt = 0;
  /** Up to this limit each number is in a block. */
  let claimedAt = 0;
  let filling: Promise<void> | null = null;
  let whenSettled: (() => void)[] = [];

  function add(blocks: readonly { first: number; last: number }[]) {
    for (const { first, last } of blocks) {
      known.add(first);
      left.set(first, last - first + 1);
      for (let number = first; number <= last; number += 1) numbers.push({ number, block: first });
    }
  }

  async function claim(limit: number): Promise<void> {
    const block = limit > claimedAt && (await claimBlock(pool, { tenant, series, limit }));
    if (block) add([block]);
    else claimedAt = Math.max(claimedAt, limit);
  }

  function fillBy(work: Promise<void>): Promise<void> {
    filling = work.finally(() => {
      filling = null;
    });
    return filling;
  }

  async function fill(limit: number): Promise<void> {
    await claim(limit);
    if (numbers.some(({ number }) => number <= limit)) return;
    const open = (await openBlocks(pool, { tenant, series, limit })).filter(({ first }) => !known.has(first));
    if (open.length > 0) return add(open);
    // A running append may fail and leave its place.
    if (running > 0) await new Promise<void>((resolve) => whenSettled.push(resolve));
    else fullAt = Math.max(fullAt, limit);
  }

  function settle(): void {
    running -= 1;
    for (const resolve of whenSettled) resolve();
    whenSettled = [];
  }

  function placeOf(tried: { number: number; block: number }): Place {
    running += 1;
    return {
      name: `place:${series}:${tenant}:${tried.number}`,
      taken() {
        settle();
        const rest = (left.get(tried.block) ?? 0) - 1;
        left.set(tried.block, rest);
        if (rest > 0) return;
        left.delete(tried.block);
        // Without the mark, a later process tries the block's places once.
        void markUsed(pool, { tenant, series, first: tried.block }).catch(() => {});
      },
      untaken() {
        settle();
        numbers.unshift(tried);
      },
    };
  }

  return {
    isIdle: () => running === 0 && filling === null,
    async take(limit) {
      for (;;) {
        const at = numbers.findIndex(({ number }) => number <= limit);
        const [tried] = at < 0 ? [] : numbers.splice(at, 1);
        if (tried) {
          // The next block is claimed while leads still have numbers. A failure shows when they have none.
          if (numbers.length < FEW && limit > claimedAt && !filling) fillBy(claim(limit)).catch(() => {});
          return placeOf(tried);
        }
        if (limit <= fullAt) return null;
        await (filling ?? fillBy(fill(limit)));
      }
    },
  };
}
