import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { addDays, dayAt } from '../days.ts';
import type { BlockRequest, ReadBlocks } from '../leads/blocks.ts';
import { leadBlockOf } from '../leads/column-blocks.ts';
import { blocksOf } from './count.ts';
import { reportKinds } from './kinds.ts';
import { periodOf } from './period.ts';
import { openReportPreload } from './preload.ts';

const db = await testDatabase();
const [own, other] = [TenantId.parse(randomUUID()), TenantId.parse(randomUUID())];
const block = leadBlockOf([], 0);
const A_THOUSAND = Array.from({ length: 1_000 }, () => block);

// With the date, so that a test that goes on past midnight has one day.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }));

/** A preload on a reader without end, which gives a thousand blocks whenever `gate` is open. */
function opened(isUnbuilt = false) {
  const requests: BlockRequest[] = [];
  const given = { parts: 0, ended: 0 };
  let gate = Promise.resolve();
  let open = () => {};
  const stop = new AbortController();
  const readBlocks: ReadBlocks = async function* (_db, request, signal) {
    requests.push(request);
    try {
      for (;;) {
        await gate;
        signal.throwIfAborted();
        given.parts += 1;
        yield A_THOUSAND;
      }
    } finally {
      given.ended += 1;
    }
  };
  const options = { pool: db.pool, readBlocks, isUnbuilt: () => isUnbuilt, signal: stop.signal };
  const close = () => {
    gate = new Promise((resolve) => {
      open = resolve;
    });
  };
  return { preload: openReportPreload(options), requests, given, stop, close, open: () => open() };
}

const tenantsOf = (requests: readonly BlockRequest[]) => requests.map(({ tenant }) => tenant);

test('reads the columns of all reports over a year, and no more blocks than have room', async () => {
  const { preload, requests, given } = opened();
  preload(own);
  await vi.waitFor(() => expect(given).toEqual({ parts: 9, ended: 1 }));
  const today = dayAt(new Date(), 'UTC');
  const year = periodOf(addDays(today, -365), today, 'UTC');
  const request = requests[0];
  for (const [name, { groups, duplicates, ages = false }] of Object.entries(reportKinds)) {
    const asked = { tenant: own, operator: null, period: year, filters: {}, groups, duplicates, ages };
    const needed = blocksOf({ ...asked, time: 'at' });
    expect([...(request?.columns ?? [])], name).toEqual(expect.arrayContaining([...needed.columns]));
    expect(request?.from, name).toBeLessThanOrEqual(needed.from);
    expect(request?.before, name).toBeGreaterThanOrEqual(needed.before);
  }
});

test('loads one tenant at a time, and the same one again after five minutes', async () => {
  const { preload, requests, given, close, open } = opened();
  close();
  preload(own);
  await vi.waitFor(() => expect(tenantsOf(requests)).toEqual([own]));
  preload(other);
  open();
  await vi.waitFor(() => expect(given.ended).toBe(1));
  // The end of the transaction comes after that of the reader: until then, a call does nothing.
  await vi.waitFor(() => {
    preload(own);
    preload(other);
    expect(tenantsOf(requests)).toEqual([own, other]);
  });
  vi.advanceTimersByTime(5 * 60_000);
  await vi.waitFor(() => {
    preload(own);
    expect(tenantsOf(requests)).toEqual([own, other, own]);
  });
});

test('loads nothing while the leads are being built, and ends when the process stops', async () => {
  const unbuilt = opened(true);
  unbuilt.preload(own);
  expect(unbuilt.requests).toEqual([]);

  const { preload, requests, given, stop, close, open } = opened();
  close();
  preload(own);
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  stop.abort();
  open();
  await vi.waitFor(() => expect(given).toEqual({ parts: 0, ended: 1 }));
  preload(other);
  expect(requests).toHaveLength(1);
});
