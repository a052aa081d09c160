import { isKeyOf, setKey } from '@crm/platform/postgres/installation.ts';
import { resealSecrets } from '@crm/platform/secrets/reseal.ts';
import { sealUnder } from '@crm/platform/secrets/seal.ts';
import type { Client } from 'pg';
import { resealMails } from '../mail/queue.ts';

type Changed = { secrets: number; mails: number; unreadable: number };

/**
 * Encrypts everything that one SECRET_KEY has encrypted under another one, and makes it the key of the database: all in one
 * transaction, so that a command that is killed has changed nothing.
 */
export async function changeKey(
  db: Client,
  keys: { from: string; to: string },
): Promise<Changed | 'other-key' | 'changed-before'> {
  if (await isKeyOf(db, keys.to)) return 'changed-before';
  if (!(await isKeyOf(db, keys.from))) return 'other-key';
  const [from, to] = [sealUnder(keys.from), sealUnder(keys.to)];
  await db.query('begin'); // ended by the connection when something fails
  const secrets = await resealSecrets(db, from, to);
  const mails = await resealMails(db, from, to);
  await setKey(db, keys.to);
  await db.query('commit');
  return { secrets: secrets.done, mails: mails.done, unreadable: secrets.unreadable + mails.unreadable };
}
