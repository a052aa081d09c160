import { type RealServer, realServer } from '../event-store/contract/real-server.ts';
import { openEventStore } from '../event-store/open.ts';
import { START } from '../event-store/port.ts';
import { startWire } from '../event-store/wire/wire.ts';

/**
 * An empty EventStoreDB for the processes of one test file: a real one where there is one, else the wire server. That of
 * EVENTSTORE_TEST_URL counts while it is empty, because one store belongs to one database: so one file of a run has it.
 * `stop` and `start` are an outage in which no event is lost.
 */
export async function emptyEventStoreDb(): Promise<RealServer> {
  const real = await realServer();
  if (real && (await isEmpty(real.url))) return real;
  await real?.end();
  const { url, stop, start, end } = await startWire();
  return { name: 'the wire server', url, stop, start, end };
}

async function isEmpty(url: string): Promise<boolean> {
  const store = await openEventStore({ kind: 'eventstoredb', url });
  const head = await store.head();
  await store.close();
  return head === START;
}
