import { getLead } from '@crm/contracts/leads/read.ts';
import { createLead } from '@crm/contracts/leads/write.ts';
import { expect, test } from 'vitest';
import { startProduct } from './product.ts';
import { leadForm } from './samples.ts';

const product = await startProduct();
const admin = await product.signIn('admin@demo.test');

test('when its connections are cut repeatedly it answers 503, keeps running, and loses no acknowledged write', async () => {
  const { _id: id } = (await admin.ask(createLead, { body: leadForm() })).data.lead;
  const acknowledged = new Set<string>();
  for (let round = 0; round < 5 || acknowledged.size === 0; round += 1) {
    const calls = Array.from({ length: 40 }, async (_, n) => {
      const content = `Call ${round} ${n}`;
      if (n % 4) return product.sendOnce({ method: 'GET', path: '/leads', token: admin.token });
      const headers = { 'idempotency-key': content };
      const comment = { method: 'POST', path: `/leads/${id}/comments`, token: admin.token };
      const answer = await product.sendOnce({ ...comment, body: { content }, headers });
      if (answer.status === 200) acknowledged.add(content);
      return answer;
    });
    await product.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'crm%'`,
    );
    for (const answer of await Promise.all(calls)) {
      expect([200, 503], product.logged()).toContain(answer.status);
      if (answer.status === 503) expect(answer.headers['retry-after']).toBeDefined();
    }
  }
  await expect.poll(async () => (await admin.call(getLead, { params: { id } })).status).toBe(200);
  const { comments } = (await admin.ask(getLead, { params: { id } })).data;
  const found = comments.map(({ content }) => content);
  expect(found.length).toBe(new Set(found).size);
  for (const content of acknowledged) expect(found).toContain(content);
  expect(acknowledged.size).toBeGreaterThan(0);
});
