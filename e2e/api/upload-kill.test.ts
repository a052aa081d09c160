import { setTimeout as sleep } from 'node:timers/promises';
import { listBatches } from '@crm/contracts/batches/batches.ts';
import { getUpload } from '@crm/contracts/leads/upload.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { listOperators } from '@crm/contracts/users/users.ts';
import { shortOrLong } from '@crm/platform/test/faults.ts';
import { holdProduct } from '@crm/platform/test/hold-product.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ADMIN, tokenOf } from '../people.ts';
import { fetchServed, untilServed } from '../served.ts';
import { multipart } from './samples.ts';

const ROWS = shortOrLong(2000, 20_000);
const product = await startProduct({ demoLeads: 0 });
afterAll(product.remove);

const ask = async <T>(path: string, data: z.ZodType<T>, init: RequestInit = {}): Promise<T> => {
  const answer = await fetchServed(`${product.url}/api${path}`, init);
  return data.parse(z.object({ data: z.unknown() }).parse(await answer.json()).data);
};
const token = await tokenOf(product.url, ADMIN);
const headers = { authorization: `Bearer ${token}` };
const [offer] = await ask('/offers', listOffers.data, { headers });
const operators = await ask('/admin/operators', listOperators.data, { headers });

/** A file with all kinds of rows: every tenth has an error, every hundredth is a duplicate. */
function file(): string {
  const lines = ['ID,Customer,Phone,Amount,Status,Comment'];
  for (let n = 0; n < ROWS; n += 1) {
    const id = n % 100 === 99 ? n - 1 : n;
    const phone = n % 10 === 5 ? 'none' : `+91 98${10_000_000 + n}`;
    lines.push(
      `KILL-${id},Asha Rao,${phone},499.50,${n % 7 === 0 ? 'approved' : ''},${n % 5 === 0 ? 'Called' : ''}`,
    );
  }
  return `${lines.join('\n')}\n`;
}
const wrong = ROWS / 10;
const twice = ROWS / 100;
const right = ROWS - wrong - twice;

async function batch() {
  const [newest] = await ask('/batches?kind=lead-upload', listBatches.data, { headers }).catch(() => []);
  return newest ?? null;
}

async function until<T>(what: () => Promise<T | null | false>): Promise<T> {
  for (;;) {
    const found = await what();
    if (found) return found;
    await sleep(15);
  }
}

/** Starts to send a file and never completes it. */
async function sendHalf(): Promise<void> {
  const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="half.csv"\r\n\r\n';
  const start = Buffer.concat([Buffer.from(head), Buffer.alloc(600_000, 'a,b\n')]);
  const send = () =>
    fetch(`${product.url}/api/admin/upload-leads`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      body: new ReadableStream({ start: (stream) => stream.enqueue(start) }),
      duplex: 'half',
    } as RequestInit); // the DOM's RequestInit lacks `duplex`
  await untilServed(send).catch(() => null);
}

/** The number of incomplete files. */
async function unfinished(): Promise<number> {
  const client = new Client({ connectionString: product.databaseUrl, options: '-c app.tenant=*' });
  await client.connect();
  try {
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from files where size is null',
    );
    return rows[0]?.n ?? 0;
  } finally {
    await client.end();
  }
}

test('an upload resumes after its process was killed: no row twice, none lost', async () => {
  const users = operators.map(({ _id }, at) => ({ userId: _id, value: ROWS / 5 + at }));
  const form = await multipart(
    { users, offer: { offerId: offer?._id } },
    { name: 'kill.csv', content: file() },
  );
  const hold = (since?: Date) => holdProduct(product.databaseUrl, 'batch_runs', since);
  let held = await hold();
  const sent = fetchServed(`${product.url}/api/admin/upload-leads`, {
    method: 'POST',
    headers: { ...headers, ...form.headers },
    body: new Uint8Array(form.payload),
  }).catch(() => null);

  const reached: number[] = [];
  let starting = Promise.resolve();
  for (const share of [0.1, 0.5]) {
    const isReached = held.until(async (client) => {
      const { rows } = await client.query<{ done: number }>(
        `select done from batch_runs where kind = 'lead-upload'`,
      );
      reached.push(rows[0]?.done ?? 0);
      return (rows[0]?.done ?? 0) > ROWS * share;
    });
    await Promise.all([starting, isReached]);
    expect(await unfinished()).toBe(0);
    const cut = sendHalf();
    await until(async () => (await unfinished()) === 1);
    await product.end('SIGKILL');
    const killedAt = new Date();
    await Promise.all([sent, cut]);
    starting = product.again();
    if (share < 0.5) held = await hold(killedAt);
  }
  await starting;
  expect(await unfinished()).toBe(0);
  expect(Math.max(...reached)).toBeLessThan(ROWS);
  const { _id } = await until(async () => {
    const now = await batch();
    return now && now.finishedAt !== null && now;
  });

  const result = await ask(`/admin/uploads/${_id}`, getUpload.data, { headers });
  expect(result).toMatchObject({
    kind: 'saved',
    savedLeads: right,
    errorsCount: wrong + twice,
    summary: { totalRows: ROWS, validLeads: right },
    distribution: users.map(({ value }) => ({ leadsAssigned: value })),
    groups: [
      { group: 'Duplicates in File', count: twice },
      { group: 'Data Validation', count: wrong },
    ],
  });

  const client = new Client(product.databaseUrl);
  await client.connect();
  const { rows } = await client.query(`
    select count(*)::int as leads, count(distinct data->>'orderId')::int as orders from event_store.events
     where type = 'LeadCreated' and data->>'orderId' like 'KILL-%'`);
  const { rows: assigned } = await client.query(`
    select count(*)::int as n from event_store.events where type = 'LeadAssigned' group by data->'operator'->>'id' order by 1`);
  await client.end();
  expect(rows).toEqual([{ leads: right, orders: right }]);
  expect(assigned.map(({ n }) => n)).toEqual(users.map(({ value }) => value));
  console.info(`Killed twice, last at row ${reached.at(-1)} of ${ROWS}`);
});
