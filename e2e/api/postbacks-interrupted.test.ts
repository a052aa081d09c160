import { randomUUID } from 'node:crypto';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { createLead } from '@crm/contracts/leads/write.ts';
import { listLogs } from '@crm/contracts/postbacks/logs.ts';
import { createPostback } from '@crm/contracts/postbacks/postbacks.ts';
import { TenantId } from '@crm/events/ids.ts';
import type { AnyBatchKind, BatchContext, BatchStep, Json } from '@crm/platform/batches/kind.ts';
import { refused } from '@crm/platform/http/result.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { postbackBackfill } from '@crm/workers/postbacks/batches/backfill.ts';
import { postbackRetry } from '@crm/workers/postbacks/batches/retry.ts';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { sharedProduct } from './product.ts';
import { openReceiver } from './receiver.ts';
import { leadForm, postbackForm } from './samples.ts';

const { url, receipts, answers, forget, close } = await openReceiver();
afterAll(close);
beforeEach(forget);

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const pool = product.database.everyTenant;
const store = testStore(product.database.url);

const LEADS = 3;
const newLeads = async (webmaster: string) => {
  for (let n = 0; n < LEADS; n += 1)
    await admin.ask(createLead, { body: leadForm({ orderId: `${webmaster}-${n}`, webmaster }) });
  await admin.ask(listLeads); // waits until the table has them all
};
async function newPostback(webmaster: string) {
  const form = postbackForm(url, { filters: { webmasters: [webmaster] }, maxRetries: 0 });
  return (await admin.ask(createPostback, { body: form })).data.postback._id;
}
const ended = (id: string, status: 'success' | 'failed') =>
  vi.waitFor(async () =>
    expect((await admin.ask(listLogs, { params: { id }, query: { status } })).data).toHaveLength(LEADS),
  );

/** Runs a batch. @param isKilled its process dies before the first step with progress @returns its last step */
async function run(
  kind: AnyBatchKind,
  task: unknown,
  { startedAt, from, isKilled }: { startedAt: Date; from: BatchStep<Json> | null; isKilled: boolean },
): Promise<BatchStep<Json> | null> {
  const { rows } = await pool.query<{ tenant: string }>('select tenant from users where id = $1', [admin.id]);
  const steps: BatchStep<Json>[] = [];
  const context: BatchContext<Json> = {
    ...{ id: randomUUID(), tenant: TenantId.parse(rows[0]?.tenant), total: null, startedAt },
    from: from && structuredClone(from),
    actor: { kind: 'system', name: 'test' },
    signal: new AbortController().signal,
    step: async (step) => {
      if (isKilled && step.done > 0) throw new Error('killed');
      steps.push(structuredClone(step));
    },
    perform: async () => refused('not-done'),
  };
  const end = kind.run(task, context);
  if (isKilled) await expect(end).rejects.toThrow('killed');
  else expect(await end).toMatchObject({ kind: 'done' });
  return steps.at(-1) ?? null;
}

const period = { from: new Date(0).toISOString(), before: '2100-01-01T00:00:00.000Z' };
const filters = { logId: null, event: null, response: null, from: null, leads: null };

test.each(['backfill', 'retry'] as const)(
  'a %s that is killed between enqueuing and its step sends each delivery once',
  async (which) => {
    let postback: string;
    if (which === 'backfill') {
      await newLeads(which);
      postback = await newPostback(which);
    } else {
      answers.status = 404;
      postback = await newPostback(which);
      await newLeads(which);
      await ended(postback, 'failed');
    }
    answers.status = 200;
    receipts.length = 0;
    const [kind, task] =
      which === 'backfill'
        ? [postbackBackfill(store, pool), { postback, ...period, perSecond: 1_000, dryRun: false }]
        : [postbackRetry(store, pool), { postback, ...filters, before: period.before }];
    const startedAt = new Date();
    const last = await run(kind, task, { startedAt, from: null, isKilled: true });
    await ended(postback, 'success');
    expect(await run(kind, task, { startedAt, from: last, isKilled: false })).toMatchObject({
      counts: { successful: LEADS, skipped: 0, failed: 0 },
    });
    const { rows } = await pool.query('select from postback_queue where postback = $1', [postback]);
    expect(rows).toEqual([]);
    expect(receipts).toHaveLength(LEADS);
    expect(new Set(receipts.map(({ headers }) => headers['webhook-id'])).size).toBe(LEADS);
  },
);
