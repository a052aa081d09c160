import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProduct } from '@crm/platform/test/product.ts';
import { anOffer } from '../console-user.ts';
import { type Figures, rounded } from '../figures.ts';
import { postLeads } from '../ingest.ts';
import { cpuSeconds } from './cpu.ts';
import { type NodePart, nodeParts } from './node-profile.ts';
import { openStatements, type StatementPart } from './statements.ts';

const WARM_LEADS = 8_000;
/** The leads of a run; an argument sets another number: `npm run bench -- cost 10000`. */
const LEADS = 30_000;
/** Parts below this share of a table's sum are added up in its last line. */
const SMALLEST_SHARE = 0.01;

/**
 * The cost of a lead: microseconds of CPU in the product's process and in Postgres, and bytes of WAL, from its POST until
 * all projections have it. Times hardly depend on what else the machine does, so that a few percent can be seen. Prints
 * the parts of each beside its whole. Needs Linux.
 */
export async function cost([count]: readonly string[]): Promise<Figures> {
  const leads = count === undefined ? LEADS : Number(count);
  const folder = mkdtempSync(path.join(tmpdir(), 'crm-cost-'));
  const product = await startProduct({ demoLeads: 0, profile: folder });
  try {
    const statements = await openStatements(product);
    await postLeads(product.url, anOffer, WARM_LEADS);
    await statements.untilListed(WARM_LEADS);
    const before = { cpu: cpuSeconds(product.dataDir), wal: await statements.wal() };
    await statements.reset();
    await postLeads(product.url, anOffer, leads);
    await statements.untilListed(WARM_LEADS + leads);
    const after = { cpu: cpuSeconds(product.dataDir), wal: await statements.wal() };
    const parts = await statements.read();
    await statements.close();
    const rss_mb = product.rssMb();
    await product.end('SIGTERM'); // writes the profile
    const perLead = (seconds: number) => rounded((seconds * 1e6) / leads, 0);
    const node = perLead(after.cpu.node - before.cpu.node);
    const postgres = perLead(after.cpu.postgres - before.cpu.postgres);
    printNode(nodeParts(folder), node);
    printStatements(parts, leads);
    const bytes = rounded((after.wal - before.wal) / leads, 0);
    // Unlike the times, the same on a busy machine.
    const calls = rounded(parts.reduce((sum, part) => sum + part.calls, 0) / leads, 2);
    console.info(
      `\nA lead: ${node} µs in the process, ${postgres} µs in Postgres, ${bytes} bytes of WAL, ${calls} statements`,
    );
    return { value: node + postgres, unit: 'µs of CPU per lead', rss_mb };
  } finally {
    await product.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The profile covers the start as well, so shares are printed, and what they mean for a lead. */
function printNode(parts: readonly NodePart[], perLead: number) {
  console.info('\nThe process, by folder of the code that runs (µs per lead)');
  const sum = parts.reduce((all, { seconds }) => all + seconds, 0);
  printTable(
    parts.map(({ name, seconds }) => ({ name, share: seconds / sum, value: (seconds / sum) * perLead })),
  );
}

function printStatements(parts: readonly StatementPart[], leads: number) {
  console.info(
    '\nPostgres, by statement (µs per lead of execution, which includes waiting; bytes of WAL; calls)',
  );
  const sum = parts.reduce((all, { seconds }) => all + seconds, 0);
  printTable(
    parts.map(({ statement, seconds, wal, calls }) => ({
      name: `${rounded(wal / leads, 0)} B, ${rounded(calls / leads, 2)} calls  ${statement}`,
      share: seconds / sum,
      value: (seconds * 1e6) / leads,
    })),
  );
}

function printTable(rows: readonly { name: string; share: number; value: number }[]) {
  const shown = rows.filter(({ share }) => share >= SMALLEST_SHARE).sort((a, b) => b.value - a.value);
  const rest = rows.filter(({ share }) => share < SMALLEST_SHARE);
  const restValue = rest.reduce((all, { value }) => all + value, 0);
  for (const { name, share, value } of shown) console.info(line(value, share, name));
  const total = rows.reduce((all, { value }) => all + value, 0);
  if (rest.length > 0) console.info(line(restValue, restValue / total, `${rest.length} smaller parts`));
  console.info(line(total, 1, 'sum'));
}

const line = (value: number, share: number, name: string) =>
  `${value.toFixed(1).padStart(8)} ${(share * 100).toFixed(1).padStart(5)} %  ${name}`;
