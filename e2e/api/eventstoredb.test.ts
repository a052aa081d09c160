import { startWire } from '@crm/platform/event-store/wire/wire.ts';
import { startProduct } from '@crm/platform/test/product.ts';
import { runProgram } from '@crm/platform/test/run-program.ts';
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
    const { output } = await runProgram('projections/rebuild.ts', ['all'], {
      DATA_DIR: product.dataDir,
      EVENTSTORE_URL: wire.url,
    });
    expect(output).toMatch(/leads: rebuilt from [\d,]+ events; generation 2 is live now/);
    expect(output).toMatch(/rows, equal to the live rows/);
    expect(output).not.toMatch(/DIFFERENT/);
  });
});
