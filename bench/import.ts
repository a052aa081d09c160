import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listBatches } from '@crm/contracts/batches/batches.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import { Pool } from 'undici';
import { anOffer, leadBody, signIn } from './console-user.ts';
import { type Figures, percentiles, rounded } from './figures.ts';
import { unnestInserts } from './floor.ts';
import { rightIn, writeCsv, writeXlsx } from './import-files.ts';
import { takeLeadLimit } from './lead-limit.ts';

const ROWS = { csv: 1_000_000, xlsx: 200_000 };
/** Leads per second that partners send meanwhile: a busy day of a large tenant. */
const PARTNERS = 50;
const IDLE_MS = 10_000;

type Product = Awaited<ReturnType<typeof startProduct>>;
type Imported = { perSecond: number; rssMb: number; times: number[] };

/**
 * Rows per second of an uploaded .csv and .xlsx, from the batch's start to its end, while partners send leads
 * at an even rate. The argument is the number of .csv rows; .xlsx gets a fifth of it.
 */
export async function importing([rows]: string[]): Promise<Figures> {
  const csvRows = rows ? Number(rows) : ROWS.csv;
  const xlsxRows = rows ? Math.ceil(csvRows / 5) : ROWS.xlsx;
  const folder = mkdtempSync(path.join(tmpdir(), 'crm-import-'));
  const product = await startProduct({ demoLeads: 0 });
  try {
    const floor = await unnestInserts(product.databaseUrl, 4_000);
    await takeLeadLimit(product.url);
    const token = await signIn(product.url, 'admin@demo.test');
    await sendEvenly(product.url, AbortSignal.timeout(3_000)); // warm-up
    const idle = percentiles(await sendEvenly(product.url, AbortSignal.timeout(IDLE_MS)));
    console.info(`idle: ingest p50 ${idle.p50_ms}, p95 ${idle.p95_ms}, p99 ${idle.p99_ms} ms`);

    const csvFile = path.join(folder, 'leads.csv');
    await writeCsv(csvFile, 'CSV', csvRows);
    const csv = await importOne(product, token, csvFile, csvRows);
    print('csv', csvRows, csv);
    const xlsxFile = path.join(folder, 'leads.xlsx');
    writeXlsx(xlsxFile, 'XLSX', xlsxRows);
    const xlsx = await importOne(product, token, xlsxFile, xlsxRows);
    print('xlsx', xlsxRows, xlsx);
    return {
      value: rounded(csv.perSecond, 0),
      unit: 'rows/s',
      floor: rounded(floor, 0),
      ratio: rounded(csv.perSecond / floor, 3),
      ...percentiles(csv.times),
      rss_mb: Math.max(csv.rssMb, xlsx.rssMb),
    };
  } finally {
    await product.remove();
    rmSync(folder, { recursive: true });
  }
}

function print(kind: string, rows: number, { perSecond, rssMb, times }: Imported): void {
  const { p50_ms, p95_ms, p99_ms } = percentiles(times);
  console.info(
    `${kind}: ${rows} rows at ${rounded(perSecond, 0)} rows/s, at most ${rssMb} MB; ` +
      `ingest meanwhile p50 ${p50_ms}, p95 ${p95_ms}, p99 ${p99_ms} ms`,
  );
}

async function importOne(product: Product, token: string, file: string, rows: number): Promise<Imported> {
  const form = new FormData();
  form.append('offer', JSON.stringify({ offerId: anOffer }));
  form.append('file', await openAsBlob(file), path.basename(file));
  const over = new AbortController();
  const partners = sendEvenly(product.url, over.signal);
  const memory = watchMemory(product, over.signal);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${product.url}/api/admin/upload-leads`, {
    method: 'POST',
    headers,
    body: form,
  });
  if (answer.status !== 201 && answer.status !== 202)
    throw new Error(`Refused with ${answer.status}: ${await answer.text()}`);
  for (;;) {
    const list = await fetch(`${product.url}/api/batches?kind=lead-upload`, { headers });
    // The product's own answer, validated with its contract.
    const { data } = (await list.json()) as { data?: unknown };
    const [batch] = listBatches.data.parse(data);
    if (!batch?.finishedAt || !batch.startedAt) {
      await sleep(250);
      continue;
    }
    over.abort();
    const { successful } = batch.counts;
    if (batch.state !== 'done' || successful !== rightIn(rows))
      throw new Error(`${batch.state}: ${successful} of ${rightIn(rows)} leads saved`);
    const seconds = (Date.parse(batch.finishedAt) - Date.parse(batch.createdAt)) / 1000;
    return { perSecond: rows / seconds, times: await partners, rssMb: await memory };
  }
}

/** The maximum memory of the product's process in MB, measured ten times per second. */
async function watchMemory(product: Product, signal: AbortSignal): Promise<number> {
  let most = 0;
  while (!signal.aborted) {
    most = Math.max(most, product.rssMb());
    await sleep(100);
  }
  return most;
}

let sent = 0;

/** Sends leads at an even rate, independent of earlier answers; returns the times from due to answered. */
async function sendEvenly(url: string, signal: AbortSignal): Promise<number[]> {
  const pool = new Pool(url, { connections: 16, pipelining: 1 });
  const times: number[] = [];
  const inFlight = new Set<Promise<void>>();
  const started = performance.now();
  for (let n = 0; !signal.aborted; n += 1) {
    const due = started + (n * 1000) / PARTNERS;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    sent += 1;
    const one: Promise<void> = sendOne(pool, sent)
      .then(() => void times.push(performance.now() - due))
      .finally(() => inFlight.delete(one));
    inFlight.add(one);
  }
  await Promise.all(inFlight);
  await pool.close();
  return times;
}

async function sendOne(pool: Pool, n: number): Promise<void> {
  const { statusCode, body } = await pool.request({
    path: '/api/leads',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: leadBody(anOffer, n),
  });
  const text = await body.text();
  if (statusCode !== 201) throw new Error(`Refused with ${statusCode}: ${text}`);
}
