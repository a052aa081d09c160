import { ownCluster } from '../../test/database.ts';
import { eventStoreContract } from '../contract.ts';

const cluster = await ownCluster();

eventStoreContract({
  name: 'Postgres',
  config: { kind: 'postgres', url: cluster.url },
  stopStore: cluster.stop,
  startStore: async () => {
    await cluster.start();
  },
});
