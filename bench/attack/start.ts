import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '@crm/platform/config/config.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { portOf } from '@crm/platform/net/listen.ts';
import { startEmbedded } from '@crm/platform/postgres/embedded.ts';
import { stopper } from '@crm/platform/shutdown/stop.ts';
import { liftRowSecurity } from '@crm/platform/test/row-security.ts';
import { Pool } from 'pg';
import { startSystem } from '../../system.ts';
import { attackedSettings, type Target } from './target.ts';

/**
 * Starts a product for the attack in this process, on its own Postgres and data folder, independent of the
 * environment variables. `stop` ends it and removes its data.
 */
export async function startTarget(): Promise<Target & { stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crm-attack-'));
  const postgres = await startEmbedded({ dataDir, log: openLog('silent'), durable: false });
  const lines: string[] = [];
  const log = openLog('warn', { write: (line) => lines.push(line) });
  const stopping = stopper(log);
  const read = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    INGEST_LIMIT: '0',
    DEMO: 'on',
    DEMO_LEADS: '12',
    ...attackedSettings,
  });
  if (read.kind === 'wrong') throw new Error(read.lines.join('\n'));
  const { app, routes } = await startSystem({ ...read.config, port: 0 }, log, stopping);
  const pool = new Pool({ connectionString: postgres.url, options: '-c app.tenant=*' });
  // Row-level security is off: the queries alone must separate tenants.
  await liftRowSecurity(pool);
  return {
    port: portOf(app.server),
    routes,
    pool,
    logged: () => lines.join(''),
    stop: async () => {
      await pool.end();
      await stopping.stop('the attack is over');
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
