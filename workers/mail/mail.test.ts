import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { TenantId } from '@crm/events/ids.ts';
import { writeFile } from '@crm/platform/files/files.ts';
import type { Cause } from '@crm/platform/jobs/cause.ts';
import { runJobs } from '@crm/platform/jobs/run.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { listen } from '@crm/platform/net/listen.ts';
import { inTransaction } from '@crm/platform/postgres/transaction.ts';
import { openLeadership } from '@crm/platform/runner/leadership.ts';
import { sealUnder } from '@crm/platform/secrets/seal.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { holdRetries } from '@crm/platform/test/job-queue.ts';
import { scratchFolder } from '@crm/platform/test/scratch.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MailContent } from './content.ts';
import { enqueueMail, sealContent } from './queue.ts';
import { sendMail } from './send.ts';
import { sweepMails } from './sweep.ts';
import { scheduledReportMail, scheduledReportSample } from './templates/scheduled-report.ts';
import { openMailTransport } from './transport.ts';

const db = await testDatabase();
await holdRetries(db.pool, 'send-mail');
const lines: string[] = [];
const log = openLog('debug', { write: (line) => lines.push(line) });
const pools = testPools(db.url, log);
const store = testStore(db.url);
const forgetLookup = () => {};
const folder = scratchFolder();
const TENANT = TenantId.parse(randomUUID());
const TO = 'asha.verma@example.com';
const PASSWORD = 'smtp-pass-4711';
const seal = sealUnder('a secret key of the tests and of nothing else');
const outbox = { kind: 'outbox' as const, folder, from: 'CRM <crm@example.com>' };

/** A real SMTP server, whose answers to recipients the test sets. */
const received: { to: string[]; raw: string }[] = [];
type Answer = { code: number; text: string };
let answer: Answer | null = null;
let senderAnswer: Answer | null = null;
let connectionAnswer: Answer | null = null;
let recipientsSeen = 0;
const refusalOf = ({ code, text }: Answer) => Object.assign(new Error(text), { responseCode: code });
const server = new SMTPServer({
  hideSTARTTLS: true,
  allowInsecureAuth: true,
  logger: false,
  onAuth: ({ username, password }, _, done) =>
    password === PASSWORD ? done(null, { user: username ?? '' }) : done(new Error('Wrong password')),
  onConnect: (_, done) => done(connectionAnswer && refusalOf(connectionAnswer)),
  onMailFrom: (_, __, done) => done(senderAnswer && refusalOf(senderAnswer)),
  onRcptTo: ({ address }, _, done) => {
    recipientsSeen += 1;
    if (answer === null) return done();
    done(refusalOf({ code: answer.code, text: `${answer.text} <${address}>` }));
  },
  onData: (stream, { envelope }, done) => {
    const pieces: Buffer[] = [];
    stream.on('data', (piece) => pieces.push(piece));
    stream.on('end', () => {
      received.push({ to: addressesOf(envelope), raw: Buffer.concat(pieces).toString('utf8') });
      done();
    });
  },
});
const addressesOf = ({ rcptTo }: SMTPServerEnvelope) => rcptTo.map(({ address }) => address);
const port = await listen(server.server);
const smtpAt = (password: string) => ({
  kind: 'smtp' as const,
  url: `smtp://crm:${password}@127.0.0.1:${port}`,
  from: 'CRM <crm@example.com>',
});

const published: string[] = [];
let stop: (() => Promise<void>) | null = null;
beforeEach(() => {
  for (const list of [received, lines, published]) list.splice(0);
  recipientsSeen = 0;
  answer = null;
  senderAnswer = null;
  connectionAnswer = null;
});
afterEach(async () => {
  await stop?.();
  stop = null;
});
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(resolve));
  await store.close();
  await pools.end();
});

function run(config: Parameters<typeof openMailTransport>[0]) {
  const ending = new AbortController();
  const job = sendMail(openMailTransport(config), ({ about }) => published.push(about), seal);
  const leadership = openLeadership(db.url, log);
  const ended = runJobs({
    ...{ jobs: [job], schedules: [], store, forgetLookup, pools, leadership, log },
    signal: ending.signal,
  });
  stop = async () => {
    ending.abort();
    await ended;
  };
}

/** Adds a mail twice, as a repeated job would, and returns its id. */
async function add(content: Partial<MailContent> = {}, sealed = false, cause?: Cause): Promise<string> {
  const id = randomUUID();
  const whole = { ...scheduledReportMail(scheduledReportSample), attachments: [], ...content };
  const mail = {
    ...{
      id,
      tenant: TENANT,
      template: 'scheduled-report',
      about: id,
      watcher: randomUUID(),
      at: new Date(),
      recipient: TO,
    },
    content: sealed ? sealContent(seal, id, whole) : whole,
    cause,
  };
  for (const _ of [1, 2]) await inTransaction(pools.commands, (tx) => enqueueMail(tx, mail));
  return id;
}

const rowOf = async (id: string) => {
  const { rows } = await db.everyTenant.query(
    'select state, attempts, problem, content is null as emptied from mails where tenant = $1 and id = $2',
    [TENANT, id],
  );
  return rows[0];
};
const until = (assertion: () => void | Promise<void>) => vi.waitFor(assertion, { interval: 20 });
/** Skips the pause before the next attempt; the first failed one has ended when the row is unlocked. */
const retryNow = () =>
  until(async () => {
    const { rows } = await db.pool.query(
      `select from graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs
         where task_identifier = 'send-mail' and attempts > 0 and locked_at is null), run_at := now())`,
    );
    expect(rows).toHaveLength(1);
  });

test('a mail is sent once, with its headers, both bodies and its attachment', async () => {
  const file = randomUUID();
  const expiresAt = new Date(Date.now() + 60_000);
  const kept = { id: file, tenant: TENANT, name: 'report.csv', type: 'text/csv', expiresAt };
  await writeFile(
    pools.commands,
    kept,
    (async function* () {
      yield Buffer.from('Leads;7');
    })(),
  );
  const id = await add({ attachments: [{ file, name: 'Bericht Süd.csv', type: 'text/csv' }] });
  run(smtpAt(PASSWORD));
  await until(async () =>
    expect(await rowOf(id)).toEqual({ state: 'sent', attempts: 1, problem: null, emptied: true }),
  );
  expect(received).toHaveLength(1);
  // The mail is published and logged when the answer to that write has arrived.
  await until(() => expect(published).toEqual([id]));
  const [{ to, raw } = { to: [], raw: '' }] = received;
  expect(to).toEqual([TO]);
  expect(raw).toContain(`Message-ID: <${id}@example.com>`);
  expect(raw).toContain('From: CRM <crm@example.com>');
  expect(raw).toContain(`To: ${TO}`);
  expect(raw).toContain('Auto-Submitted: auto-generated');
  // The header is ASCII: words of RFC 2047.
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(raw)?.[1] ?? '';
  expect(subject).toMatch(/^[\x20-\x7e\r\n\t]+$/);
  expect(decodeWords(subject)).toBe('Weekly leads <Süd> & Nord: 2026-11-15 to 2026-11-21');
  expect(raw).toContain('Content-Type: text/plain; charset=utf-8');
  expect(raw).toContain('Content-Type: text/html; charset=utf-8');
  expect(raw).toContain(Buffer.from('Leads;7').toString('base64'));
  // Neither the address nor the password of the server is in the log.
  await until(() => expect(lines.join('')).toContain('A mail was sent'));
  expect(lines.join('')).not.toMatch(new RegExp(`${TO}|${PASSWORD}`));
});

test('a mail is tried again after a temporary answer, and given up after a final one', async () => {
  answer = { code: 451, text: '4.7.1 Greylisted' };
  const id = await add();
  run(smtpAt(PASSWORD));
  await until(async () =>
    expect(await rowOf(id)).toMatchObject({
      ...{ state: 'waiting', attempts: 1, emptied: false },
      problem: 'The mail server did not accept the mail (451 4.7.1)',
    }),
  );
  answer = null;
  await retryNow();
  await until(async () => expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 2 }));
  expect(received).toHaveLength(1);

  answer = { code: 550, text: '5.1.1 No such user' };
  const refused = await add();
  await until(async () =>
    expect(await rowOf(refused)).toEqual({
      ...{ state: 'failed', attempts: 1, emptied: true },
      problem: 'The mail server did not accept the mail (550 5.1.1)',
    }),
  );
  expect(recipientsSeen).toBe(3);
  expect(received).toHaveLength(1);
  await until(() => expect(lines.join('')).toContain('was given up'));
  expect(lines.join('')).not.toContain(TO);
});

test('a mail waits while the server refuses the connection or the sender', async () => {
  connectionAnswer = { code: 554, text: '5.7.1 No service for your address' };
  const id = await add();
  run(smtpAt(PASSWORD));
  const problem = 'The mail server refused the sender or the connection';
  await until(async () =>
    expect(await rowOf(id)).toMatchObject({
      state: 'waiting',
      attempts: 1,
      problem: `${problem} (554 5.7.1)`,
    }),
  );
  connectionAnswer = null;
  senderAnswer = { code: 550, text: '5.7.1 Sender not allowed' };
  await retryNow();
  await until(async () =>
    expect(await rowOf(id)).toMatchObject({
      state: 'waiting',
      attempts: 2,
      problem: `${problem} (550 5.7.1)`,
    }),
  );
  senderAnswer = null;
  await retryNow();
  await until(async () => expect(await rowOf(id)).toMatchObject({ state: 'sent', attempts: 3 }));
});

test('each line about a mail names the command that caused it', async () => {
  const correlationId = randomUUID();
  answer = { code: 550, text: 'No such user' };
  run(smtpAt(PASSWORD));
  const id = await add({}, false, { causationId: randomUUID(), correlationId });
  await until(async () => expect(await rowOf(id)).toMatchObject({ state: 'failed' }));
  await until(() =>
    expect(lines.filter((line) => line.includes(id)).map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ msg: 'A mail could not be sent and was given up', correlationId }),
    ]),
  );
});

test('a wrong password of the server is retried, ends with the last attempt, and is not logged', async () => {
  run(smtpAt('wrong-pass-0815'));
  const id = await add();
  await until(async () => expect(await rowOf(id)).toMatchObject({ state: 'waiting', attempts: 1 }));
  await until(async () => {
    const { rowCount } = await db.pool.query(
      `update graphile_worker._private_jobs set attempts = max_attempts - 1, run_at = now()
        where locked_at is null and payload->>'id' = $1 and attempts = 1`,
      [id],
    );
    expect(rowCount).toBe(1);
  });
  await until(async () =>
    expect(await rowOf(id)).toEqual({
      ...{ state: 'failed', attempts: 12, emptied: true },
      problem: 'The mail server refused the sign-in (535)',
    }),
  );
  expect(lines.join('')).not.toContain('wrong-pass-0815');
});

test('without a mail server a mail is a file of the outbox; old mails and files are deleted', async () => {
  const id = await add();
  run(outbox);
  await until(async () => expect(await rowOf(id)).toMatchObject({ state: 'sent' }));
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  expect(name).toMatch(new RegExp(`^\\d{4}-.*Z ${id}\\.eml$`));
  expect(readFileSync(path.join(folder, name), 'utf8')).toContain(`Message-ID: <${id}@example.com>`);

  await stop?.();
  const interrupted = await add();
  await db.everyTenant.query(
    "update mails set ended_at = ended_at - interval '31 days', created_at = created_at - interval '4 days' where tenant = $1",
    [TENANT],
  );
  const signal = AbortSignal.abort();
  await sweepMails(openMailTransport(outbox)).run({ store, forgetLookup, pools, log, attempt: 1, signal });
  const { rows } = await db.everyTenant.query('select id, state, problem from mails where tenant = $1', [
    TENANT,
  ]);
  const failed = { state: 'failed', problem: 'The last attempt was interrupted' };
  expect(rows).toEqual([{ id: interrupted, ...failed }]);
});

test('a sealed mail waits unreadable and is sent readable', async () => {
  const id = await add({ text: 'A link with #its-token' }, true);
  const { rows } = await db.everyTenant.query('select content::text as kept from mails where id = $1', [id]);
  expect(rows[0]?.kept).toMatch(/^\{"sealed": "[\w+/=]+"\}$/);
  run(smtpAt(PASSWORD));
  await until(async () => expect(await rowOf(id)).toMatchObject({ state: 'sent', emptied: true }));
  expect(received[0]?.raw).toContain('A link with #its-token');
});

test('a template escapes what users typed', () => {
  const { html, text } = scheduledReportMail(scheduledReportSample);
  expect(html).toContain('Weekly leads &lt;Süd&gt; &amp; Nord');
  expect(html).toContain('type=leads&amp;startDate');
  expect(text).toContain('“Weekly leads <Süd> & Nord”');
});

/** Decodes the encoded words of a header (RFC 2047). */
function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeURIComponent(
            word
              .replaceAll('_', ' ')
              .replace(/%/g, '%25')
              .replace(/=([0-9A-F]{2})/g, '%$1'),
          ),
    );
}
