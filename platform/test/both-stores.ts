import { afterAll } from 'vitest';
import { openEventStore } from '../event-store/open.ts';
import { startWire } from '../event-store/wire/wire.ts';
import { testDatabase } from './database.ts';
import { testStore } from './test-store.ts';

/** Opens an empty event store of each kind. They are closed after the file; call it at its top level. */
export async function bothStores() {
  const database = await testDatabase();
  const wire = await startWire();
  const stores = {
    Postgres: testStore(database.url),
    EventStoreDB: await openEventStore({ kind: 'eventstoredb', url: wire.url }),
  };
  afterAll(async () => {
    for (const store of Object.values(stores)) await store.close();
    await wire.end();
  });
  return { database, stores };
}
