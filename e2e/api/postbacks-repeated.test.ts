import { randomUUID } from 'node:crypto';
import type { Sent } from '@crm/contracts/endpoint.ts';
import { createLead } from '@crm/contracts/leads/write.ts';
import { backfillPostback, listLogs, retryPostback } from '@crm/contracts/postbacks/logs.ts';
import { createPostback, togglePostback } from '@crm/contracts/postbacks/postbacks.ts';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { sharedProduct } from './product.ts';
import { openReceiver } from './receiver.ts';
import { leadForm, postbackForm } from './samples.ts';

const { url, answers, close } = await openReceiver();
afterAll(close);

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);

const newKey = () => ({ 'idempotency-key': randomUUID() });

/** A postback with failed deliveries, whose partner accepts further ones. */
async function failedPostback(orders: readonly string[]) {
  const { data } = await admin.ask(createPostback, { body: postbackForm(url, { maxRetries: 0 }) });
  const params = { id: data.postback._id };
  const logsUntil = (status: 'failed' | 'success', count: number) =>
    vi.waitFor(
      async () => {
        const logs = (await admin.ask(listLogs, { params, query: { status } })).data;
        expect(logs).toHaveLength(count);
        return logs;
      },
      { interval: 100 },
    );
  answers.status = 404;
  for (const orderId of orders) await admin.ask(createLead, { body: leadForm({ orderId }) });
  const failed = await logsUntil('failed', orders.length);
  answers.status = 200;
  type RetryBody = Sent<typeof retryPostback, 'body'>;
  const retry = (body: RetryBody, headers = newKey()) => admin.ask(retryPostback, { params, body, headers });
  const refusalOf = async (body: RetryBody, headers = newKey()) =>
    (await admin.call(retryPostback, { params, body, headers })).code;
  const switchOff = () => admin.ask(togglePostback, { params, body: { isActive: false } });
  return { params, failed, logsUntil, retry, refusalOf, switchOff };
}

describe('a repeat under the same Idempotency-Key', () => {
  test.each([
    { which: 'one delivery', orderId: 'R-ONE', bodyOf: (logId: string) => ({ logId }) },
    { which: 'all failed deliveries', orderId: 'R-ALL', bodyOf: () => ({}) },
  ])('of a retry of $which gets its batch after that has sent them', async ({ orderId, bodyOf }) => {
    const { failed, logsUntil, retry, refusalOf, switchOff } = await failedPostback([orderId]);
    const headers = newKey();
    const body = bodyOf(failed[0]?._id ?? '');
    const first = await retry(body, headers);
    expect([first.status, first.data.count]).toEqual([202, 1]);
    await logsUntil('success', 1);

    const expectRepeat = async () => {
      const { status, data } = await retry(body, headers);
      expect([status, data.count, data.batch?._id]).toEqual([202, 1, first.data.batch?._id]);
    };
    await expectRepeat();
    expect(await refusalOf({ filters: { event: 'new_lead' } }, headers)).toBe('key-reused');
    await switchOff();
    await expectRepeat();
    expect(await refusalOf(body)).toBe('postback-off');
  });

  test('of a retry that found nothing finds nothing', async () => {
    const { failed, logsUntil, retry, refusalOf } = await failedPostback(['R-NONE']);
    await retry({});
    await logsUntil('success', 1);
    const [forOne, forAll] = [newKey(), newKey()];
    for (let call = 1; call <= 2; call += 1) {
      expect(await refusalOf({ logId: failed[0]?._id ?? '' }, forOne)).toBe('postback-log-not-failed');
      expect((await retry({}, forAll)).data).toEqual({ count: 0 });
    }
  });

  test('of a backfill gets its batch after the postback was switched off', async () => {
    const { params, switchOff } = await failedPostback([]);
    const body = { startDate: '2020-01-01', endDate: '2020-02-01' };
    const headers = newKey();
    const first = await admin.ask(backfillPostback, { params, body, headers });
    await switchOff();
    const repeat = await admin.ask(backfillPostback, { params, body, headers });
    expect([repeat.status, repeat.data.batch._id]).toEqual([202, first.data.batch._id]);
    expect((await admin.call(backfillPostback, { params, body })).code).toBe('postback-off');
  });
});
