import type { Cause } from '@crm/platform/jobs/cause.ts';
import { enqueue, type Priority } from '@crm/platform/jobs/enqueue.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { type Resealed, resealer } from '@crm/platform/secrets/reseal.ts';
import type { Seal } from '@crm/platform/secrets/seal.ts';
import { z } from 'zod';
import { MailContent, type SealedContent } from './content.ts';

export type NewMail = {
  /** Derived from the cause (derivedId), so that a repeated job adds the mail once. */
  id: string;
  tenant: string;
  /** The name of the template, for the log. */
  template: string;
  /** The record that caused the mail, and the user whose screens show the result. */
  about: string;
  watcher: string | null;
  /** The time of the cause, which is the mail's Date. */
  at: Date;
  /** One address: a refused recipient does not affect the others, and no recipient sees the others. */
  recipient: string;
  content: MailContent | SealedContent;
  /** Names the command behind the mail in the lines about it; undefined if no event caused it. */
  cause: Cause | undefined;
  /** Low for a mail that no user waits for: a hundred of them do not delay a link to set a password. */
  priority?: Priority;
};

/** The job that sends a mail. 12 attempts take a day: a mail server usually works again within that time. */
export const SEND_MAIL = {
  name: 'send-mail',
  payload: z.object({ id: z.string() }),
  attempts: 12,
};

const placeOf = (mailId: string) => ['mail', mailId];

/** Encrypts the content of a mail that contains a secret. */
export const sealContent = (seal: Seal, mailId: string, content: MailContent): SealedContent => ({
  sealed: seal.close(JSON.stringify(content), placeOf(mailId)).toString('base64'),
});

/** The readable content; throws SecretUnreadable when SECRET_KEY is another one by now. */
export function openContent(seal: Seal, mailId: string, content: MailContent | SealedContent): MailContent {
  if (!('sealed' in content)) return content;
  return MailContent.parse(JSON.parse(seal.open(Buffer.from(content.sealed, 'base64'), placeOf(mailId))));
}

/** Encrypts the contents of waiting mails again, in the caller's transaction. Mails wait for a day at most: they are few. */
export async function resealMails(db: Db, from: Seal, to: Seal): Promise<Resealed> {
  const counted: Resealed = { done: 0, unreadable: 0 };
  const reseal = resealer(from, to, counted);
  const { rows } = await db.query<{ tenant: string; id: string; sealed: string }>(
    `/* every tenant: the key is one of the installation */
     select tenant, id, content ->> 'sealed' as sealed from mails where ended_at is null and content ? 'sealed'`,
  );
  for (const { tenant, id, sealed } of rows) {
    const content = { sealed: reseal(Buffer.from(sealed, 'base64'), placeOf(id)).toString('base64') };
    await db.query('update mails set content = $3 where tenant = $1 and id = $2', [tenant, id, content]);
  }
  return counted;
}

/** Adds a mail in the transaction of its cause: it is sent only if that commits. A known id adds nothing. */
export async function enqueueMail(tx: Db, mail: NewMail): Promise<void> {
  const { id, tenant, template, about, watcher, at, recipient, content, cause, priority } = mail;
  const { rowCount } = await tx.query(
    `insert into mails (id, tenant, template, about, watcher, cause_at, recipient, content)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`,
    [id, tenant, template, about, watcher, at, recipient, content],
  );
  if (rowCount === 1) await enqueue(tx, SEND_MAIL, { id }, { key: id, cause, priority });
}
