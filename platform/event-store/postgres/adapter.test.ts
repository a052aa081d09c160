import { ownCluster } from '../../test/database.ts';
import { eventStoreContract } from '../contract.ts';

const cluster = await ownCluster();

eventStoreContract({
  name: 'Postgres',
  config: { kind: 'postgres', url: cluster.url, connectMs: 60_000 },
  stopStore: cluster.stop,
  startStore: async () => {
    await cluster.start();
  },
});
