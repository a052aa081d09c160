import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startProduct } from '@crm/platform/test/product.ts';
import { afterAll } from 'vitest';
import { killedUnderLoad } from './killed-under-load.ts';

const product = await startProduct({ demoLeads: 0 });
afterAll(product.remove);

/** Kills the Postgres that the product started, as a power failure would. */
function killPostgres() {
  const [pid] = readFileSync(path.join(product.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

killedUnderLoad(product, {
  'the process': () => product.end('SIGKILL'),
  'the process and its Postgres': async () => {
    killPostgres();
    await product.end('SIGKILL');
  },
  'the process once more': () => product.end('SIGKILL'),
});
