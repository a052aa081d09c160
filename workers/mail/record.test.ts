import { randomUUID } from 'node:crypto';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { sealUnder } from '@crm/platform/secrets/seal.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { poolsAndStore } from '@crm/platform/test/pools-and-store.ts';
import { expect, test } from 'vitest';
import { enqueueMail, SEND_MAIL } from './queue.ts';
import { sendMail } from './send.ts';
import { scheduledReportMail, scheduledReportSample } from './templates/scheduled-report.ts';

const db = await testDatabase();
const { pools, forJobs } = poolsAndStore(db);
const seal = sealUnder('a secret key of the tests and of nothing else');

/** The pool of commands, which loses so many answers to changes of mails: before they reach Postgres, or after it. */
function losing(answers: number, lost: 'before' | 'after') {
  let left = answers;
  const query = async (text: string, values: unknown[]) => {
    const fails = text.includes('update mails') && left > 0;
    if (fails) left -= 1;
    const answer = fails && lost === 'before' ? null : await pools.commands.query(text, values);
    if (fails) throw new Error('Connection terminated unexpectedly');
    return answer;
  };
  return Object.assign(Object.create(pools.commands), { query });
}

/** Sends a mail that the server accepts. @returns its row, the number of times it was sent, and how often it was published */
async function send(attempt: number, commands: typeof pools.commands, signal = forJobs.signal) {
  const id = randomUUID();
  const mail = {
    ...{ id, tenant: randomUUID(), template: 'scheduled-report', about: id, watcher: null },
    ...{ at: new Date(), recipient: 'ann@example.com', cause: undefined },
    content: { ...scheduledReportMail(scheduledReportSample), attachments: [] },
  };
  await inTransaction(pools.commands, (tx) => enqueueMail(tx, mail));
  const counts = { sent: 0, published: 0 };
  const transport = {
    async send() {
      counts.sent += 1;
      return { kind: 'accepted' as const };
    },
    sweep: async () => {},
  };
  const published = () => {
    counts.published += 1;
  };
  const context = { ...forJobs, attempt, signal, pools: { ...pools, commands } };
  await sendMail(transport, published, seal).run({ id }, context);
  const { rows } = await db.everyTenant.query('select state, problem from mails where id = $1', [id]);
  return { ...rows[0], ...counts };
}

const sentOnce = { state: 'sent', problem: null, sent: 1, published: 1 };

test.each([
  { attempt: 1, lost: 'after' as const },
  { attempt: SEND_MAIL.attempts, lost: 'after' as const },
  { attempt: 1, lost: 'before' as const },
  { attempt: SEND_MAIL.attempts, lost: 'before' as const },
])('a sent mail is recorded as sent: attempt $attempt, connection lost $lost the record', async (each) => {
  expect(await send(each.attempt, losing(2, each.lost))).toEqual(sentOnce);
});

test('a sent mail is recorded as sent while the process stops', async () => {
  expect(await send(1, pools.commands, AbortSignal.abort())).toEqual(sentOnce);
});
