import { randomUUID } from 'node:crypto';
import { ownCluster } from '@crm/platform/test/database.ts';
import { startKafka } from '@crm/platform/test/kafka.ts';
import { Pool } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { noFaults } from './test/compare.ts';
import { keepLedger } from './test/ledger.ts';

const kafka = await startKafka();
afterAll(() => kafka.end());
const cluster = kafka.isRunning ? await ownCluster() : null;

test.skipIf(!kafka.isRunning)(
  `delivers each event once and in order while workers that mirror and follow the topic are killed (${kafka.name})`,
  async () => {
    if (!cluster) return;
    const pool = new Pool({ connectionString: cluster.url });
    await pool.query('insert into followed_history (id) values ($1)', [randomUUID()]);
    await pool.end();
    const topic = 'ledger-events';
    await kafka.create(topic);
    const { events, kills, faults } = await keepLedger({
      url: cluster.url,
      kafka: { brokers: kafka.brokers, topic },
      postgres: cluster,
      events: 300,
      perSecond: 100,
      rounds: 1,
    });
    expect(kills).toBeGreaterThanOrEqual(5);
    expect(faults).toEqual(noFaults);
    const ids = new Set((await kafka.read(topic)).map(({ payload }) => JSON.parse(payload).id));
    expect(ids.size).toBeGreaterThanOrEqual(events);
  },
);
