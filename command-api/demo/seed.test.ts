import { PLATFORM_TENANT } from '@crm/events/ids.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { openPlaces } from '@crm/platform/places/places.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { afterAll, expect, test } from 'vitest';
import { openLookups } from '../handle/lookups.ts';
import { type Organisations, organisations } from './organisations.ts';
import { demoTenantId } from './perform.ts';
import { seedDemo } from './seed.ts';

const db = await testDatabase();
const store = testStore(db.url);
afterAll(() => store.close());
const lookups = openLookups(store);
const pool = db.everyTenant;
const shared = { lookups, forgetLookup: lookups.forget, pool, places: openPlaces(pool) };

let copies = 0;
/** The demo's organisations under names of their own. */
function copy(): Organisations {
  copies += 1;
  const [first, second] = organisations;
  const own = (one: typeof first) => ({
    ...one,
    name: `${one.name} ${copies}`,
    users: one.users.map((user) => ({ ...user, email: user.email.replace('@', `-${copies}@`) })),
  });
  return [own(first), own(second)];
}

/** Seeds the demo in a process that is killed before an append. @returns the types of the events of its organisations */
async function seed(leads: number, all: Organisations, killedBefore = Number.POSITIVE_INFINITY) {
  const types: string[] = [];
  let appends = 0;
  const append: EventStore['append'] = async (appended) => {
    const own = appended.events.filter(({ meta }) => meta.tenant !== PLATFORM_TENANT);
    appends += own.length > 0 ? 1 : 0;
    if (appends > killedBefore) throw new Error('killed');
    types.push(...own.map(({ type }) => type));
    return store.append(appended);
  };
  const seeded = seedDemo({ ...shared, store: { ...store, append } }, leads, all);
  if (killedBefore === Number.POSITIVE_INFINITY) await seeded;
  else await expect(seeded).rejects.toThrow('killed');
  return { types, appends };
}

test.each([0, 1])('a seeding with %i leads that was interrupted is completed by the next', async (leads) => {
  const whole = await seed(leads, copy());
  // Between the first commands, and between the last ones: of a lead, or of the second organisation.
  for (const before of [1, whole.appends - 3, whole.appends - 2, whole.appends - 1]) {
    const all = copy();
    const { types } = await seed(leads, all, before);
    const rest = await seed(leads, all);
    expect([...types, ...rest.types], `interrupted before append ${before + 1}`).toEqual(whole.types);
    expect((await seed(leads, all)).appends).toBe(0);
  }
});

test('its leads take places under the limit of the plan, as those that come in later do', async () => {
  const all = copy();
  await seed(12, all);
  const { rows } = await db.everyTenant.query<{ name: string }>(
    `select name from event_store.reservations where name like 'place:leads:%' || $1 || ':%'`,
    [demoTenantId(all[0].name)],
  );
  expect(rows).toHaveLength(11);
});
