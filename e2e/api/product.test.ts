import { logout } from '@crm/contracts/auth/auth.ts';
import { listOwnLeads } from '@crm/contracts/leads/read.ts';
import { takeLead } from '@crm/contracts/work/work.ts';
import { expect, test, vi } from 'vitest';
import { sharedProduct } from './product.ts';

const product = await sharedProduct();

test('counts the events of calls, without those that the system appends by itself', async () => {
  const operator = await product.signIn(product.people.operator);
  const own = (await operator.ask(listOwnLeads, { query: { open: true } })).data;
  const { leadId } = (await operator.ask(takeLead, { body: { leadIds: own.map(({ _id }) => _id) } })).data;
  const before = await product.events();
  await operator.ask(logout);
  await vi.waitFor(async () => {
    const { rows } = await product.database.pool.query(
      `select from event_store.events where type = 'LeadReleased' and stream = $1`,
      [`lead-${leadId}`],
    );
    expect(rows).toHaveLength(1);
  });
  expect(await product.events()).toBe(before + 1);
});
