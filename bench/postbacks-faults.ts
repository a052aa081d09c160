import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openLog } from '@crm/platform/log/log.ts';
import { startEmbedded } from '@crm/platform/postgres/embedded.ts';
import { migrate } from '@crm/platform/postgres/migrate.ts';
import { keepLedger } from '@crm/workers/postbacks/test/ledger.ts';
import type { Figures } from './figures.ts';

/**
 * Delivers 20,000 events to partners while workers die at each of five points repeatedly, Postgres is
 * stopped, the clock is changed, and a worker pauses past its lease. The value is the number of deliveries
 * that were lost, duplicated without a cause, wrong, unsigned or out of order. Long.
 */
export async function postbacksFaults(): Promise<Figures> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crm-bench-faults-'));
  const log = openLog('silent');
  let postgres = await startEmbedded({ dataDir, log });
  await migrate(postgres.url);
  try {
    const { faults } = await keepLedger({
      url: postgres.url,
      postgres: {
        stop: () => postgres.stop(),
        start: async () => {
          postgres = await startEmbedded({ dataDir, log });
        },
      },
      events: 20_000,
      perSecond: 400,
      rounds: 5,
    });
    for (const [fault, cases] of Object.entries(faults))
      console.info(`${fault}: ${cases.length}`, ...cases.slice(0, 5));
    return { value: Object.values(faults).flat().length, unit: 'faults' };
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
