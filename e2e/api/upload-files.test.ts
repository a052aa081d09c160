import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { portOf } from '@crm/platform/net/listen.ts';
import { describe, expect, test } from 'vitest';
import { sharedProduct } from './product.ts';
import { csv, rowOf, uploaders } from './uploads.ts';

const product = await sharedProduct();
const { admin, rivalsOffer, send, saved, previewed, failed, leads, find } = await uploaders(product);

describe('a file created by LibreOffice', () => {
  test.each(['csv', 'xlsx', 'xls'])('as .%s becomes leads', async (kind) => {
    const file = readFileSync(new URL(`../../workers/test/libreoffice/leads.${kind}`, import.meta.url));
    const preview = await previewed(file);
    expect(preview).toMatchObject({ file: { format: kind }, summary: { totalRows: 3, validLeads: 3 } });
    expect(await saved(null, { fileId: preview.fileId })).toMatchObject({ savedLeads: 3, errorsCount: 0 });
    const ids = [1, 2, 3].map((n) => `LO-${kind}-${n}`);
    const found = (await find(ids)).map(({ orderId, fullName, total }) => [orderId, fullName, total]);
    expect(found.sort()).toEqual([
      [ids[0], 'José Ñandú', 499.5],
      [ids[1], 'रवि कुमार', 1000],
      [ids[2], "O'Brien; Smith", 19.99],
    ]);
  });
});

/** Reads the offers repeatedly until `work` ends, and returns its result; every read must succeed. */
async function whileServing<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  let answers = 0;
  for (; !isOver; answers += 1) {
    await admin.ask(listOffers);
    await sleep(20);
  }
  expect(answers).toBeGreaterThan(0);
  return over;
}

const before = csv(...Array.from({ length: 5 }, (_, at) => rowOf(`HOSTILE-${at}`)));
const MB = 1024 * 1024;

test.each([
  ['commas', ','.repeat(13 * MB)],
  ['semicolons', ';'.repeat(13 * MB)],
  ['empty quoted cells', '"",'.repeat(5 * MB)],
])('refuses a row of 13 MB of %s by its number, while the product serves other calls', async (kind, row) => {
  // The delimiter is the most frequent one in the header.
  const file = kind === 'semicolons' ? before.replaceAll(',', ';') : before;
  const { message } = await whileServing(failed(`${file}${row}\n`));
  expect(message).toMatch(/Row 7 has more than 16,384 columns; at most 200 may hold values/);
});

/** The child processes that read a file. */
const readers = () =>
  readdirSync('/proc').filter((pid) => {
    try {
      const [, parent] = /\) \w (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return Number(parent) === process.pid && command.includes('reader.process.ts');
    } catch {
      return false; // not a process, or one that has just ended
    }
  });

test('an upload fails after its reading process died twice, without a third attempt', async () => {
  const count = await leads();
  let isOver = false;
  // It reads only a few messages of 200 rows ahead of this process, so it is not at the end before it is seen here.
  const file = csv(...Array.from({ length: 4_000 }, (_, n) => rowOf(`KILLER-${n}`, n)));
  const answered = send(file).finally(() => {
    isOver = true;
  });
  const killed = new Set<string>();
  while (!isOver) {
    for (const pid of readers()) {
      if (killed.has(pid)) continue;
      killed.add(pid);
      process.kill(Number(pid), 'SIGKILL');
    }
    await sleep(5);
  }
  const answer = await answered;
  expect([answer.status, answer.text]).toEqual([
    422,
    expect.stringContaining('The process that read the file ended twice in the middle of it'),
  ]);
  expect(killed.size).toBe(2);
  expect(await leads()).toBe(count);
  expect(await saved(csv(rowOf('KILLER-0')))).toMatchObject({ savedLeads: 1 });
});

describe('the file of an upload', () => {
  /** The number of received files, complete or not; excludes files that the product creates. */
  const kept = async () => {
    const { rows } = await product.database.everyTenant.query<{ n: number }>(
      `select count(*)::int as n from files where type = 'application/octet-stream'`,
    );
    return rows[0]?.n ?? 0;
  };

  test.each([
    ['of another type', '%PDF-1.7', {}, 400, { preview: true }],
    ['that cannot be read', 'PK\u0003\u0004 but no archive', {}, 422, { preview: true }],
    ['that cannot be read', 'PK\u0003\u0004 but no archive', {}, 422, { preview: false }],
    ['without a valid row', csv('GONE-1,,Omar,12,5'), {}, 422, { preview: false }],
    [
      'for an offer of another tenant',
      csv(rowOf('GONE-2')),
      { offer: { offerId: rivalsOffer._id } },
      404,
      {},
    ],
    ['with an unknown field', csv(rowOf('GONE-3')), { force: 'yes' }, 400, {}],
  ])('%s is removed at once', async (_, file, more, status, as) => {
    const before = await kept();
    expect((await send(file, more, as)).status).toBe(status);
    expect(await kept()).toBe(before);
  });

  test('that an earlier call refused is kept for the next call, with another mapping', async () => {
    const { fileId } = await previewed(`Customer,Mobile,Amount\nAsha Rao,1234567,5\n`);
    expect((await send(null, { fileId })).status).toBe(422);
    const mapping = { Mobile: 'Phone' };
    expect(await saved(null, { fileId, mapping })).toMatchObject({ savedLeads: 1 });
  });

  test('is removed at once when its connection is cut', async () => {
    const before = await kept();
    const sent = request({
      port: portOf(product.app.server),
      path: '/api/admin/upload-leads',
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'transfer-encoding': 'chunked',
      },
    });
    sent.write('--x\r\ncontent-disposition: form-data; name="file"; filename="cut.csv"\r\n\r\n');
    sent.write(Buffer.alloc(MB, 'a,b\n'));
    await expect.poll(kept).toBe(before + 1);
    sent.on('error', () => {}); // 'socket hang up'
    sent.destroy();
    await expect.poll(kept).toBe(before);
  });
});

test('files that wait to be written do not block the authentication of requests', async () => {
  const { everyTenant } = product.database;
  const lock = await everyTenant.connect();
  const waiting = async () => {
    const { rowCount } = await everyTenant.query(
      `select from pg_locks where relation = 'file_chunks'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    );
    return rowCount ?? 0;
  };
  await lock.query('begin; lock table file_chunks in exclusive mode');
  const uploads = Array.from({ length: 6 }, (_, n) => send(csv(rowOf(`WAITING-${n}`))));
  try {
    // On a busy machine, some may wait for longer than a statement may take: they come again.
    const waitingAround = async () => {
      const before = await waiting();
      await admin.ask(listOffers);
      return Math.min(before, await waiting());
    };
    await expect.poll(waitingAround).toBeGreaterThanOrEqual(4);
  } finally {
    await lock.query('commit');
    lock.release();
    await Promise.all(uploads);
  }
});
