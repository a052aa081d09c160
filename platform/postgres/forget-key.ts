import { Client } from 'pg';
import { openLog } from '../log/log.ts';
import { takeAlone } from './installation.ts';
import { joinDatabase } from './join.ts';

/**
 * `npm run forget-key`: for a lost SECRET_KEY. The next start decides the key again; what the lost one encrypted stays
 * unreadable (docs/operations.md). @returns the exit code: 1 while a process of the product runs
 */
async function main(): Promise<0 | 1> {
  const database = await joinDatabase(openLog('error'));
  if (!database) return 1;
  const client = new Client(database.url);
  try {
    await client.connect();
    const reason = await takeAlone(client);
    if (reason !== null) {
      console.error(reason);
      return 1;
    }
    await client.query('update installation set key_check = null');
    console.info('Forgotten: the next start decides the SECRET_KEY of this database');
    return 0;
  } finally {
    await client.end();
    await database.stop();
  }
}

process.exitCode = await main();
