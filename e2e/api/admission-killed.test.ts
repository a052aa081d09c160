import { listOffers } from '@crm/contracts/offers/offers.ts';
import { shortOrLong } from '@crm/platform/test/faults.ts';
import { holdProduct } from '@crm/platform/test/hold-product.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import { type Client, Pool } from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { askOf, renewOver } from '../limits.ts';
import { ADMIN, SUPER, tokenOf } from '../people.ts';

/** Leads that the first plan allows, that are then set aside, and that still wait under the second plan. */
const ALLOWED = 20;
const ASIDE = shortOrLong(300, 5_000);
const LEFT = 30;
const KILLS = shortOrLong(1, 5);
const SENDERS = 32;

const product = await startProduct({ demoLeads: 0 });
afterAll(product.remove);
const pool = new Pool({ connectionString: product.databaseUrl, options: '-c app.tenant=*' });
pool.on('error', () => {}); // a kill cuts idle connections
afterAll(() => pool.end());

const [admin, superAdmin] = [await tokenOf(product.url, ADMIN), await tokenOf(product.url, SUPER)];

const ask = askOf(product.url);
const renewWith = (maxLeads: number) => renewOver(product.url, { admin, superAdmin, maxLeads });

/** The streams that have events of a type, in the order of these events. */
async function streamsOf(type: 'LeadSetAside' | 'LeadAdmitted'): Promise<string[]> {
  const { rows } = await pool.query<{ stream: string }>(
    'select stream from event_store.events where type = $1 order by position',
    [type],
  );
  return rows.map(({ stream }) => stream);
}

test('a release of waiting leads resumes after its process was killed: in order, none twice, none lost, none over the limit', async () => {
  const [offer] = await ask(listOffers.data, listOffers.path, admin);
  await renewWith(ALLOWED);
  let unsent = ALLOWED + ASIDE;
  const senders = Array.from({ length: SENDERS }, async () => {
    while (unsent > 0) {
      unsent -= 1;
      const lead = { fullName: 'Asha Rao', phone: '+91 98200 11111', offer: offer?._id, quantity: 1 };
      await ask(z.unknown(), '/leads', null, lead);
    }
  });
  await Promise.all(senders);
  const aside = await streamsOf('LeadSetAside');
  expect(aside).toHaveLength(ASIDE);

  // The job waits for the write that is held back, so a kill there is in the middle of a release.
  const hold = (since?: Date) => holdProduct(product.databaseUrl, 'event_store.events', since);
  const reached: number[] = [];
  const hasAdmitted = (share: number) => async (client: Client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from event_store.events where type = 'LeadAdmitted'`,
    );
    reached.push(rows[0]?.n ?? 0);
    return (rows[0]?.n ?? 0) > ASIDE * share;
  };
  let held = await hold();
  let begun = renewWith(ALLOWED + ASIDE - LEFT);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await Promise.all([begun, held.until(hasAdmitted((kill / (KILLS + 1)) * 0.8))]);
    await product.end('SIGKILL');
    const killedAt = new Date();
    begun = product.again();
    if (kill < KILLS) held = await hold(killedAt);
  }
  await begun;
  expect(Math.max(...reached)).toBeLessThan(ASIDE - LEFT);

  await vi.waitFor(async () => expect(await streamsOf('LeadAdmitted')).toEqual(aside.slice(0, -LEFT)));
  await vi.waitFor(async () => {
    const { rows } = await pool.query<{ leads: number; waiting: number }>(
      'select (select count(*)::int from leads) as leads, (select count(*)::int from aside_leads) as waiting',
    );
    expect(rows).toEqual([{ leads: ALLOWED + ASIDE - LEFT, waiting: LEFT }]);
  });
});
