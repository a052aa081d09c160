import { afterAll, expect, test } from 'vitest';
import { realServer } from '../contract/real-server.ts';
import { eventStoreContract } from '../contract.ts';
import { startWire } from '../wire/wire.ts';
import { probe } from './probe.ts';

const wire = await startWire();
afterAll(wire.end);

eventStoreContract({
  name: 'EventStoreDB, on the wire server',
  config: { kind: 'eventstoredb', url: wire.url },
  stopStore: wire.stop,
  startStore: wire.start,
});

const real = await realServer();
if (real) {
  afterAll(real.end);
  eventStoreContract({
    name: `EventStoreDB, on ${real.name}`,
    config: { kind: 'eventstoredb', url: real.url },
    stopStore: real.stop,
    startStore: real.start,
  });
}

// Without a real server it counts as skipped, so that the run says that the contract was tried on the wire server alone.
const missing = 'a real server (EVENTSTORE_TEST_URL is not set, and no Docker engine answers)';
test.skipIf(!real)(`EventStoreDB, on ${real?.name ?? missing}: the probe finds nothing wrong`, async () => {
  expect(real && (await probe(real.url))).toEqual({ kind: 'ok' });
});
