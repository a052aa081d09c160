import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct } from '@crm/platform/test/product.ts';
import { anOffer, leadBody, signIn } from './console-user.ts';
import { cpuSeconds } from './cost/cpu.ts';
import { type Figures, percentiles, rounded } from './figures.ts';
import { loaded } from './list/load.ts';

const LEADS = 100_000;

/**
 * Exports all leads of a tenant as .csv and as .xlsx, measured from the call to the batch's end; the value is
 * that of .xlsx. Then once more as .csv while a partner posts leads one by one: the percentiles are the
 * partner's waiting times. The first run creates the leads, later runs reuse them.
 */
export async function exporting(): Promise<Figures> {
  const { dataDir } = await loaded(LEADS);
  const product = await startProduct({ demoLeads: 0, dataDir });
  try {
    // On a freshly imported history, the reactions first catch up, and a batch waits for them; a restart
    // clears that.
    await exported(product, await signIn(product.url, 'admin@demo.test'), 'csv');
    await product.end('SIGTERM');
    await product.again();
    const token = await signIn(product.url, 'admin@demo.test');
    console.info(`Before: ${product.rssMb()} MB`);
    const csv = await exported(product, token, 'csv');
    const xlsx = await exported(product, token, 'xlsx');

    const posted = posting(product.url);
    await sleep(2_000);
    console.info(`Leads posted, nothing exported: ${JSON.stringify(percentiles(posted.taken()))}`);
    await exported(product, token, 'csv');
    await posted.end();
    return {
      value: rounded(xlsx.rows / xlsx.seconds, 0),
      unit: 'rows/s',
      ...percentiles(posted.taken()),
      rss_mb: Math.max(csv.peakMb, xlsx.peakMb),
    };
  } finally {
    await product.end('SIGTERM');
  }
}

type Product = Awaited<ReturnType<typeof startProduct>>;
type Batch = { _id: string; state: string; message: string | null; result: { rows: number } | null };

async function exported(product: Product, token: string, format: string) {
  const get = (path: string) =>
    fetch(`${product.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  const batchAt = async (path: string): Promise<Batch> => {
    const answer = await get(path);
    // The product's own answers; a bench reads only the fields that it needs.
    const body = (await answer.json()) as { message?: string; data?: { batch?: Batch } };
    if (!body.data?.batch) throw new Error(`${path} answers ${answer.status} ${body.message}`);
    return body.data.batch;
  };
  let peakMb = 0;
  const watching = setInterval(() => {
    peakMb = Math.max(peakMb, product.rssMb());
  }, 50);
  try {
    const before = cpuSeconds(product.dataDir);
    const started = performance.now();
    let batch = await batchAt(`/leads/export?format=${format}`);
    while (batch.state === 'queued' || batch.state === 'running') {
      await sleep(100);
      batch = await batchAt(`/batches/${batch._id}`).catch(() => batch); // the read model of batches does not have it yet
    }
    const seconds = (performance.now() - started) / 1000;
    const after = cpuSeconds(product.dataDir);
    const rows = batch.result?.rows ?? 0;
    if (rows < LEADS) throw new Error(`${rows} rows were exported: ${batch.message}`);
    const file = await get(`/batches/${batch._id}/file`);
    const { byteLength } = await file.arrayBuffer();
    const perRow = (kind: 'node' | 'postgres') => rounded(((after[kind] - before[kind]) * 1e6) / rows, 0);
    console.info(
      `.${format}: ${rounded(rows / seconds, 0)} rows/s, ${rounded(byteLength / 1e6)} MB, processes ${peakMb} MB; ` +
        `CPU per row: ${perRow('node')} µs in Node, ${perRow('postgres')} µs in Postgres`,
    );
    return { rows, seconds, peakMb };
  } finally {
    clearInterval(watching);
  }
}

/** Posts leads one by one until it is stopped; returns the waiting times since the last call. */
function posting(url: string) {
  let times: number[] = [];
  let posting = true;
  let n = 0;
  const running = (async () => {
    while (posting) {
      n += 1;
      const started = performance.now();
      await fetch(`${url}/api/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: leadBody(anOffer, n),
      }).then((answer) => answer.text());
      times.push(performance.now() - started);
      await sleep(5);
    }
  })();
  return {
    taken: () => {
      const taken = times;
      times = [];
      return taken;
    },
    end: async () => {
      posting = false;
      await running;
    },
  };
}
