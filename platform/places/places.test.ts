import { randomUUID } from 'node:crypto';
import { TenantId } from '@crm/events/ids.ts';
import { expect, test } from 'vitest';
import { sampleAppend, sampleStream } from '../event-store/contract/samples.ts';
import type { Append } from '../event-store/port.ts';
import { testDatabase } from '../test/database.ts';
import { testStore } from '../test/test-store.ts';
import { openPlaces, type Places, type Quota } from './places.ts';

const db = await testDatabase();
const store = testStore(db.url);
const newQuota = (limit: number): Quota => ({
  tenant: TenantId.parse(randomUUID()),
  series: 'leads:2026-11-01',
  limit,
});

/** Appends a new stream in a place, as executeInPlace does. @returns whether there was one */
async function enter(places: Places, quota: Quota, append: Append = sampleAppend(sampleStream(), 'none')) {
  for (;;) {
    const place = await places.take(quota);
    if (!place) return false;
    const outcome = await store.append({ ...append, reserve: [place.name] });
    if (outcome.kind === 'appended' || outcome.kind === 'taken') place.taken();
    else place.untaken();
    if (outcome.kind !== 'taken') return outcome.kind === 'appended';
  }
}
const inside = (outcomes: readonly boolean[]) => outcomes.filter(Boolean).length;
const many = (n: number, one: (at: number) => Promise<boolean>) =>
  Promise.all(Array.from({ length: n }, (_, at) => one(at)));

test('of 200 at once, by two processes, exactly as many enter as there are places', async () => {
  const quota = newQuota(50);
  const processes = [openPlaces(db.everyTenant), openPlaces(db.everyTenant)] as const;
  const outcomes = await many(200, (at) => enter(processes[at % 2 === 0 ? 0 : 1], quota));
  expect(inside(outcomes)).toBe(50);
  expect(await enter(openPlaces(db.everyTenant), quota)).toBe(false);
});

test('of two at the last place, one enters', async () => {
  const quota = newQuota(1);
  const enterBy = () => enter(openPlaces(db.everyTenant), quota);
  expect(inside(await Promise.all([enterBy(), enterBy()]))).toBe(1);
});

test('places that a killed process did not use are found by another one', async () => {
  const quota = newQuota(40);
  const killed = openPlaces(db.everyTenant);
  expect(inside(await many(3, () => enter(killed, quota)))).toBe(3);
  // Taken and never settled: the process died before its append.
  await killed.take(quota);
  const outcomes = await many(60, () => enter(openPlaces(db.everyTenant), quota));
  expect(inside(outcomes)).toBe(37);
});

test('an append that fails leaves its place, also while others wait for the last one', async () => {
  const quota = newQuota(2);
  const places = openPlaces(db.everyTenant);
  const existing = sampleStream();
  expect(await enter(places, quota, sampleAppend(existing, 'none'))).toBe(true);
  const outcomes = await many(6, (at) =>
    at === 0 ? enter(places, quota, sampleAppend(existing, 'none')) : enter(places, quota),
  );
  expect(inside(outcomes)).toBe(1);
});

test('a higher limit continues the count', async () => {
  const quota = newQuota(5);
  const places = openPlaces(db.everyTenant);
  expect(inside(await many(9, () => enter(places, quota)))).toBe(5);
  expect(inside(await many(9, () => enter(places, { ...quota, limit: 8 })))).toBe(3);
});

test('tenants and series are counted apart', async () => {
  const places = openPlaces(db.everyTenant);
  const quota = newQuota(1);
  const others = [newQuota(1), { ...quota, series: 'leads:2026-12-01' }];
  for (const one of [quota, ...others]) expect(await enter(places, one)).toBe(true);
  for (const one of [quota, ...others]) expect(await enter(places, one)).toBe(false);
});
