import { randomUUID } from 'node:crypto';
import { PaymentId, TenantId } from '@crm/events/ids.ts';
import { captured, ordered } from '@crm/events/payments/story.ts';
import { paymentStream } from '@crm/events/streams.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { poolsAndStore } from '@crm/platform/test/pools-and-store.ts';
import { expect, test } from 'vitest';
import { mailReceipt } from './mails.ts';

const db = await testDatabase();
const { store, forJobs } = poolsAndStore(db);

/** The subject of the receipt of an order. */
async function subjectFor(isTest: boolean): Promise<string | undefined> {
  const of = { id: PaymentId.parse(randomUUID()), tenant: TenantId.parse(randomUUID()) };
  const meta = testMeta(of.tenant);
  const events = [ordered({ isTest }), captured()].map((event) => ({
    id: randomUUID(),
    version: event.type === 'PaymentOrderCreated' ? 2 : 1,
    ...event,
    meta,
  }));
  await store.append({ stream: paymentStream(of.id), expected: 'none', events });
  await mailReceipt('https://crm.example.com').run(of, forJobs);
  const { rows } = await db.everyTenant.query<{ subject: string }>(
    `select content->>'subject' as subject from mails where tenant = $1`,
    [of.tenant],
  );
  return rows[0]?.subject;
}

test('the receipt of an order says whether money was taken for it, whatever the mode is now', async () => {
  expect(await subjectFor(true)).toBe('Test receipt: Growth, 99.00 USD');
  expect(await subjectFor(false)).toBe('Receipt: Growth, 99.00 USD');
});
