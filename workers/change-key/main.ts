import { openLog } from '@crm/platform/log/log.ts';
import { takeAlone } from '@crm/platform/postgres/installation.ts';
import { joinDatabase } from '@crm/platform/postgres/join.ts';
import { Client } from 'pg';
import { changeKey } from './change-key.ts';

/**
 * `npm run change-key`: encrypts what OLD_SECRET_KEY has encrypted under SECRET_KEY, while no process of the product runs
 * (docs/operations.md). @returns the exit code
 */
async function main(): Promise<0 | 1> {
  const joined = await joinDatabase(openLog('error'));
  if (!joined) return 1;
  const { config, url, stop } = joined;
  const client = new Client({ connectionString: url, options: '-c app.tenant=*' });
  try {
    if (config.oldSecretKey === null) {
      console.error('OLD_SECRET_KEY must be set to the key that this database is used with');
      return 1;
    }
    await client.connect();
    const reason = await takeAlone(client);
    if (reason !== null) {
      console.error(reason);
      return 1;
    }
    const changed = await changeKey(client, { from: config.oldSecretKey, to: config.secretKey });
    if (changed === 'other-key') {
      console.error('OLD_SECRET_KEY is not the key that this database is used with');
      return 1;
    }
    if (changed === 'changed-before') {
      console.info('SECRET_KEY is the key of this database already');
      return 0;
    }
    const { secrets, mails, unreadable } = changed;
    console.info(`Encrypted under the new key: secrets of postbacks ${secrets}, waiting mails ${mails}`);
    if (unreadable > 0)
      console.info(
        `${unreadable} more could not be read with OLD_SECRET_KEY, and stay as they are: they are of an earlier key`,
      );
    return 0;
  } finally {
    await client.end();
    await stop();
  }
}

process.exitCode = await main();
