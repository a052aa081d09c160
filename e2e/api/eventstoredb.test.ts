import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { environmentWith } from '@crm/platform/config/config.ts';
import { startWire } from '@crm/platform/event-store/wire/wire.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { killedUnderLoad } from './killed-under-load.ts';

// The product with its events in EventStoreDB, or rather in our own server that implements a part of its
// protocol.
const wire = await startWire();
const product = await startProduct({ demoLeads: 0, eventStoreUrl: wire.url });
afterAll(async () => {
  await product.remove();
  await wire.end();
});

killedUnderLoad(product, {
  'the process': () => product.end('SIGKILL'),
  'the process, its server’s connections cut before': async () => {
    await wire.cut();
    await product.end('SIGKILL');
  },
});

describe('afterwards', () => {
  test('a rebuild next to the running product produces the same rows', async () => {
    const run = promisify(execFile);
    const root = path.join(import.meta.dirname, '../..');
    const { stdout } = await run(
      process.execPath,
      ['--import', 'tsx', path.join(root, 'projections/rebuild.ts'), 'all'],
      { cwd: root, env: environmentWith({ DATA_DIR: product.dataDir, EVENTSTORE_URL: wire.url }) },
    );
    expect(stdout).toMatch(/leads: rebuilt from [\d,]+ events; generation 2 is live now/);
    expect(stdout).toMatch(/rows, equal to the live rows/);
    expect(stdout).not.toMatch(/DIFFERENT/);
  });
});
