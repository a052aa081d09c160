import { afterAll } from 'vitest';
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
