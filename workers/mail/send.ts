import { TenantId } from '@crm/events/ids.ts';
import { isUnavailable } from '@crm/platform/failures/classify.ts';
import { retryOutages } from '@crm/platform/failures/retry-outages.ts';
import { readFileAs } from '@crm/platform/files/files.ts';
import { type Job, type JobContext, job } from '@crm/platform/jobs/job.ts';
import type { Seal } from '@crm/platform/secrets/seal.ts';
import type { Pool } from 'pg';
import type { Mail, MailContent, SealedContent } from './content.ts';
import { openContent, SEND_MAIL } from './queue.ts';
import { MailNotAccepted, type MailTransport } from './transport.ts';

/** Reports that the result of a mail changed, to the user who watches it. */
export type PublishMail = (mail: { watcher: string | null; about: string }) => void;

type MailRow = {
  id: string;
  tenant: string;
  template: string;
  about: string;
  watcher: string | null;
  recipient: string;
  content: MailContent | SealedContent;
  cause_at: Date;
};

/**
 * Sends a mail of the queue.
 *
 * "Once" means: a mail whose acceptance is recorded is never sent again, and two processes never send the same mail at
 * the same time, because the queue gives a job to one of them. SMTP has no transaction with our database: when the process dies, or the
 * connection breaks, between the server's acceptance and our record of it, the mail is sent a second time. Both copies
 * have the same Message-ID, Date and content, by which mail servers and programs usually keep one of them. The other
 * choice, to record before sending, would lose mails instead.
 */
export const sendMail = (transport: MailTransport, publish: PublishMail, seal: Seal): Job<{ id: string }> =>
  job({
    ...SEND_MAIL,
    slots: 'remote',
    // The process does not abort a running mail when it stops: the server may have accepted it.
    async run({ id }, { pools, attempt, log, signal }) {
      // Durable commits: a lost record would send the mail again.
      const pool = pools.commands;
      const row = await waitingMail(pool, id);
      if (!row) return; // sent by an earlier run of this job
      const ended = async (state: 'sent' | 'failed', problem: string | null) => {
        await recorded(() => endMail(pool, row, { state, attempt, problem }), { log, signal });
        publish(row);
        const about = { mail: id, template: row.template, attempt };
        if (state === 'sent') log.debug(about, 'A mail was sent');
        else log.error({ ...about, problem }, 'A mail could not be sent and was given up');
      };
      const outcome = await mailOf(pool, row, seal)
        .then((mail) => transport.send(mail))
        .catch((error: unknown) => ({ kind: 'not-sent' as const, error }));
      if (outcome.kind === 'accepted') return ended('sent', null);
      if (outcome.kind === 'refused') return ended('failed', outcome.reason);
      const { error } = outcome;
      const problem = error instanceof MailNotAccepted ? error.message : 'The mail could not be composed';
      if (attempt >= SEND_MAIL.attempts) return ended('failed', problem);
      await pool.query(
        `update mails set attempts = $3, problem = $4 where tenant = $1 and id = $2 and state = 'waiting'`,
        [row.tenant, id, attempt, problem],
      );
      publish(row);
      throw error; // the queue tries again
    },
  });

/**
 * Records a result again during an outage of Postgres, until the process stops: the next attempt would send the mail once more.
 * The first time also when it stops already.
 */
async function recorded(
  record: () => Promise<void>,
  context: Pick<JobContext, 'log' | 'signal'>,
): Promise<void> {
  try {
    await record();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    await retryOutages('The result of a mail cannot be recorded; trying again', record, context);
  }
}

async function waitingMail(pool: Pool, id: string): Promise<MailRow | null> {
  const { rows } = await pool.query<MailRow>(
    `/* every tenant: by its id */ select id, tenant, template, about, watcher, recipient, content, cause_at
       from mails where id = $1 and state = 'waiting'`,
    [id],
  );
  return rows[0] ?? null;
}

async function mailOf(
  pool: Pool,
  { id, tenant, recipient, content, cause_at }: MailRow,
  seal: Seal,
): Promise<Mail> {
  const { attachments, ...text } = openContent(seal, id, content);
  const withBytes = attachments.map(async ({ file, name, type }) => {
    const pieces: Buffer[] = [];
    for await (const piece of readFileAs(pool, TenantId.parse(tenant), file)) pieces.push(piece);
    if (pieces.length === 0) throw new Error(`Attachment ${file} has expired`);
    return { name, type, bytes: Buffer.concat(pieces) };
  });
  return { id, at: cause_at, to: recipient, ...text, attachments: await Promise.all(withBytes) };
}

/** The result of a mail; one that was recorded before stays. */
type End = { state: 'sent' | 'failed'; attempt: number; problem: string | null };

async function endMail(pool: Pool, { tenant, id }: MailRow, { state, attempt, problem }: End): Promise<void> {
  await pool.query(
    `update mails set state = $3, attempts = $4, problem = $5, content = null, ended_at = now()
      where tenant = $1 and id = $2 and state = 'waiting'`,
    [tenant, id, state, attempt, problem],
  );
}
