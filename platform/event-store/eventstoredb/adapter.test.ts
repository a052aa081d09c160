import { afterAll } from 'vitest';
import { realServer } from '../contract/real-server.ts';
import { eventStoreContract } from '../contract.ts';
import { startWire } from '../wire/wire.ts';

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
} else {
  // Written to stderr directly, because the reporter prints nothing about passed tests.
  process.stderr.write(
    'NOT RUN: the event store contract on a real EventStoreDB (EVENTSTORE_TEST_URL is not set, and no Docker engine answers)\n',
  );
}
