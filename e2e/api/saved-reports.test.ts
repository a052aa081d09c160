import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { me } from '@crm/contracts/auth/auth.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { leadReport } from '@crm/contracts/reports/reports.ts';
import {
  deleteSavedReport,
  listSavedReports,
  saveReport,
  updateSavedReport,
} from '@crm/contracts/saved-reports/saved-reports.ts';
import { changeSettings } from '@crm/contracts/tenants/settings.ts';
import { createUser, deleteUser, listUsers, updateUser } from '@crm/contracts/users/users.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { openSheet } from '@crm/workers/leads/upload/file/open.ts';
import { sweepMails } from '@crm/workers/mail/sweep.ts';
import { enqueueDue } from '@crm/workers/saved-reports/schedule.ts';
import { afterAll, expect, test, vi } from 'vitest';
import type { Person } from './calls.ts';
import { sharedProduct } from './product.ts';
import { untilQuiet } from './quiet.ts';
import { operatorForm, savedReportForm } from './samples.ts';

const product = await sharedProduct({ leads: 40 });
const admin = await product.signIn(product.people.admin);
const operator = await product.signIn(product.people.operator);
const rival = await product.signIn(product.people.rivalAdmin);
const pool = product.database.everyTenant;
const outbox = path.join(product.dataDir, 'outbox');
afterAll(async () => {
  await untilQuiet(product.database); // a mail may be being written
  rmSync(product.dataDir, { recursive: true, force: true });
});

const hourNow = new Date().getUTCHours();
const daily = {
  rhythm: { every: 'day' as const },
  // Six hours away or more: the product itself mails what is due while these tests run.
  hour: hourNow >= 3 && hourNow < 15 ? 21 : 9,
  format: 'csv' as const,
  toOwner: true,
  recipients: [],
};
/** Saves a report, and waits for the read model from which the schedule takes it. */
async function save(who: Person, name: string, more: Parameters<typeof savedReportForm>[1] = {}) {
  const { _id } = (await who.ask(saveReport, { body: savedReportForm(name, more) })).data.report;
  await listOf(who);
  return _id;
}
const listOf = async (who: Person) => (await who.ask(listSavedReports)).data.reports;
const named = async (who: Person, id: string) => (await listOf(who)).find(({ _id }) => _id === id);
const refused = async (answer: ReturnType<Person['call']>) => {
  const { status, message, errors } = await answer;
  return { status, message, ...(errors && { errors }) };
};
const until = <T>(state: () => Promise<T>) => vi.waitFor(state, { interval: 50 });
const DAY_MS = 24 * 3_600_000;
/** The schedule looks in n days. Its reports were due since they were scheduled. */
const inDays = (n: number) => enqueueDue(pool, new Date(Date.now() + n * DAY_MS));

/** The mails of the outbox to an address, oldest first. */
const mailsTo = (address: string) =>
  readdirSync(outbox)
    .filter((name) => name.endsWith('.eml')) // others are being written
    .map((name) => readFileSync(path.join(outbox, name), 'utf8'))
    .filter((mail) => mail.includes(`To: ${address}\r\n`));
/** The attachment of a mail, which is its last part. */
const attachmentOf = (mail: string) => {
  const [, body = ''] =
    /Content-Disposition: attachment[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(mail) ?? [];
  return Buffer.from(body, 'base64');
};
/** The text part, with its lines joined as quoted-printable splits them. */
const textOf = (mail: string) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');

test('a report is saved, listed to its owner, renamed, scheduled and deleted', async () => {
  const id = await save(operator, 'Own leads');
  expect(await named(operator, id)).toMatchObject({ name: 'Own leads', schedule: null, lastMailing: null });
  expect(await named(admin, id)).toBeUndefined();
  const taken = await refused(operator.call(saveReport, { body: savedReportForm('OWN LEADS') }));
  expect(taken).toMatchObject({ status: 409, errors: { name: 'You have a report of this name already' } });
  await operator.ask(updateSavedReport, { params: { id }, body: { name: 'Mine', schedule: daily } });
  expect(await named(operator, id)).toMatchObject({ name: 'Mine', schedule: daily });
  await operator.ask(updateSavedReport, { params: { id }, body: { schedule: null } });
  expect(await named(operator, id)).toMatchObject({ schedule: null, ended: null });
  for (const stranger of [admin, rival])
    expect(await refused(stranger.call(deleteSavedReport, { params: { id } }))).toEqual({
      status: 404,
      message: 'Saved report not found',
    });
  await operator.ask(deleteSavedReport, { params: { id } });
  expect(await named(operator, id)).toBeUndefined();
});

test('wrong input is refused with the field that is wrong', async () => {
  const errorsOf = async (who: Person, more: object) =>
    (await who.call(saveReport, { body: { ...savedReportForm('Wrong'), ...more } })).errors;
  const { content } = savedReportForm('Wrong');
  expect(await errorsOf(admin, { schedule: { ...daily, toOwner: false } })).toEqual({
    'schedule.recipients': 'Choose at least one recipient',
  });
  expect(await errorsOf(admin, { schedule: { ...daily, recipients: ['nobody'] } })).toEqual({
    'schedule.recipients.0': 'Please enter a valid email address',
  });
  const fixed = { kind: 'fixed', startDate: '2026-02-01', endDate: '2026-01-01' };
  expect(await errorsOf(admin, { content: { ...content, period: fixed } })).toEqual({
    'content.period.startDate': 'Cannot be after the end date',
  });
  const periodErrors = async (startDate: string, endDate: string) =>
    errorsOf(admin, { content: { ...content, period: { kind: 'fixed', startDate, endDate } } });
  expect(await periodErrors('2026-02-30', '2026-03-01')).toEqual({
    'content.period.startDate': 'Enter a date of the calendar (YYYY-MM-DD)',
  });
  expect(await periodErrors('1999-01-01', '2000-01-01')).toEqual({
    'content.period.startDate': 'Enter a date between 2000 and 2100',
  });
  expect(await periodErrors('2015-01-01', '2026-01-01')).toEqual({
    'content.period.endDate': 'A report covers at most 10 years',
  });
  expect(await errorsOf(admin, { content: { ...content, type: 'cohorts', countBy: 'decided' } })).toEqual({
    'content.countBy': 'Cohorts count leads by their creation',
  });
  const foreign = { offer: (await rival.ask(listOffers)).data[0]?._id, operator: rival.id };
  expect(await errorsOf(admin, { content: { ...content, filters: foreign } })).toEqual({
    'content.filters.offer': 'Offer not found',
    'content.filters.operator': 'Operator not found',
  });
  const ofColleague = { ...content, filters: { operator: admin.id } };
  const id = await save(operator, 'Right');
  const edited = await operator.call(updateSavedReport, { params: { id }, body: { content: ofColleague } });
  expect(edited.errors).toEqual({ 'content.filters.operator': 'Operator not found' });
  expect(await errorsOf(operator, { schedule: { ...daily, recipients: ['ann@example.com'] } })).toEqual({
    recipients: 'Only an admin can send reports to other addresses',
  });
  expect(await errorsOf(operator, { content: { ...content, type: 'operator-productivity' } })).toEqual({
    type: 'Only an admin can see this type of report',
  });
});

test('a due report is mailed once with the figures of its owner, and its link shows them again', async () => {
  const ann = 'ann.partner@example.com';
  const recipients = [ann, product.people.admin.toUpperCase()]; // and to the owner
  const forAll = { ...daily, format: 'xlsx' as const, recipients };
  const id = await save(admin, 'Alle Länder', { schedule: forAll });
  const { content } = savedReportForm('');
  const decided = { ...content, countBy: 'decided' as const };
  const own = await save(operator, 'My own', { content: decided, schedule: daily });
  expect(await named(operator, own)).toMatchObject({ countBy: 'decided' });
  // It was due before it was scheduled: that is not sent.
  await inDays(0);
  // Three days off: only the newest due time is sent. Two processes look at the same time.
  await Promise.all([inDays(3), inDays(3)]);
  await inDays(3);
  const mailed = await until(async () => {
    const report = await named(admin, id);
    expect(report?.lastMailing).toMatchObject({
      state: 'mailed',
      sent: 2,
      waiting: 0,
      failed: 0,
      problem: null,
    });
    expect((await named(operator, own))?.lastMailing).toMatchObject({ state: 'mailed', sent: 1 });
    return report;
  });
  const [mail = '', ...others] = mailsTo(ann);
  expect(others).toEqual([]);
  expect(mailsTo(product.people.admin)).toHaveLength(1);

  const text = textOf(mail);
  expect(text).toContain('Report: Lead Performance');
  expect(text).toContain('Time zone: ');
  expect(text).toContain('Filters: None');
  const link = new URL(/\/reports\?[^\s"]+/.exec(text)?.[0] ?? '', 'http://crm');
  const { type, ...query } = Object.fromEntries(link.searchParams);
  expect(type).toBe('leads');
  expect(text).toContain(`Position: ${query['position']}`);
  expect(text).toContain(`Period: ${query['startDate']} to ${query['endDate']}`);
  const { startDate = '', endDate = '', position = '' } = query;
  const shown = (await admin.ask(leadReport, { query: { startDate, endDate, position } })).data;
  expect(shown.position).toBe(position);
  // Without it, the report is not found after the organisation has changed its time zone.
  expect(query['timeZone']).toBe(shown.timeZone);
  // The last day is the one on which it was due.
  expect(mailed?.lastMailing?.dueAt.slice(0, 10)).toBe(endDate);

  const file = path.join(product.dataDir, 'report.xlsx');
  writeFileSync(file, attachmentOf(mail));
  const fd = openSync(file, 'r');
  const sheet = await openSheet(fd);
  const cells: string[] = [];
  for await (const some of sheet.rows) cells.push(...some.map((row) => row.cells.join('|')));
  closeSync(fd);
  expect(cells).toContain(`Position|${position}`);
  expect(cells.join()).toContain(`Leads|${shown.totalLeads}|`);

  // The operator's file counts the operator's leads.
  const [ownMail = ''] = mailsTo(product.people.operator);
  expect(textOf(ownMail)).toContain('Count by: Time of decision');
  expect(text).not.toContain('Count by');
  const ownLink = new URL(/\/reports\?[^\s"]+/.exec(textOf(ownMail))?.[0] ?? '', 'http://crm');
  expect(ownLink.searchParams.get('countBy')).toBe('decided');
  const csv = attachmentOf(ownMail).toString('utf8');
  expect(csv).toContain('Count by,Time of decision\r\n');
  const byDecision = { startDate, endDate, countBy: 'decided' as const };
  const seen = (await operator.ask(leadReport, { query: byDecision })).data.totalLeads;
  expect(csv).toMatch(new RegExp(`^"?Leads"?,${seen},`, 'm'));
  expect(seen).toBeLessThan(shown.totalLeads);
});

test('the schedule ends when its owner is deactivated, or may no longer send the report', async () => {
  const users = (await admin.ask(listUsers)).data;
  const idOf = (email: string) => users.find((user) => user.email === email)?._id ?? '';
  const own = await save(operator, 'Ends', { schedule: daily });
  const id = idOf(product.people.operator);
  const edit = async (body: object) => {
    await admin.ask(updateUser, { params: { id }, body });
    await admin.ask(listUsers); // the schedule takes the roles from the same read model
  };
  await edit({ role: 'admin' });
  const asAdmin = await product.signIn(product.people.operator);
  const toOthers = { ...daily, recipients: ['bob.partner@example.com'] };
  const forAdmins = await save(asAdmin, 'For admins', { schedule: toOthers });
  await edit({ role: 'operator' });
  await inDays(5);
  const again = await product.signIn(product.people.operator);
  await until(async () => {
    expect(await named(again, forAdmins)).toMatchObject({
      ...{ schedule: null, ended: 'not-allowed' },
      lastMailing: { state: 'failed', problem: 'The schedule was ended' },
    });
    expect((await named(again, own))?.lastMailing).toMatchObject({ state: 'mailed' });
  });
  expect(mailsTo('bob.partner@example.com')).toEqual([]);

  await edit({ isActive: false });
  const endOf = async () => {
    const { rows } = await pool.query(
      `select ended from saved_reports where tenant = (select tenant from users where id = $1) and id = $2`,
      [id, own],
    );
    return rows[0]?.ended;
  };
  await until(async () => expect(await endOf()).toBe('owner-left'));
});

test('a repeated creation is answered like the first time, although it would be refused by now', async () => {
  const { _id: leaving } = (await admin.ask(createUser, { body: operatorForm('leaving') })).data.user;
  const { name, content } = savedReportForm('Of somebody who leaves');
  const body = { name, content: { ...content, filters: { operator: leaving } } };
  const saved = (key: string) =>
    product.send({
      method: 'POST',
      path: saveReport.path,
      token: admin.token,
      headers: { 'idempotency-key': key },
      body,
    });
  const first = await saved('before');
  expect(first.status, first.text).toBe(201);
  await admin.ask(deleteUser, { params: { id: leaving } });
  expect(await saved('before')).toMatchObject({ status: 201, text: first.text });
  expect(await saved('after')).toMatchObject({ status: 400 });
});

test('a change of the time zone mails no day of a report twice', async () => {
  const id = await save(admin, 'Everywhere', { schedule: { ...daily, hour: 9 } });
  // One day for all looks: it may be midnight between two of them.
  const day = Math.ceil(Date.now() / DAY_MS) + 20;
  const lookAt = async (timeZone: string, hour: number) => {
    await admin.ask(changeSettings, { body: { timeZone } });
    await listOf(admin);
    await enqueueDue(pool, new Date(day * DAY_MS + hour * 3_600_000));
    // Without that of today: it may be 9:00 in one of these zones, and the product itself looks too.
    const { rows } = await pool.query(
      'select (day - $2::date) as day from report_mailings where report = $1 and day >= $2 order by due_at',
      [id, new Date(day * DAY_MS).toISOString().slice(0, 10)],
    );
    return rows.map((row) => row.day);
  };
  const { timeZone: before } = (await admin.ask(me, {})).data.user.crmSettings;
  expect(await lookAt('Asia/Kolkata', 4)).toEqual([0]); // 9:30
  expect(await lookAt('UTC', 4)).toEqual([0]); // 4:00, due at 9:00 of the day before
  expect(await lookAt('UTC', 9)).toEqual([0]); // the same day is due again
  expect(await lookAt('UTC', 24 + 9)).toEqual([0, 1]);
  expect(await lookAt('Pacific/Kiritimati', 24 + 12)).toEqual([0, 1]); // 2:00 of day 2
  expect(await lookAt('Pacific/Kiritimati', 24 + 20)).toEqual([0, 1, 2]); // 10:00
  await admin.ask(changeSettings, { body: { timeZone: before } });
});

test('what a wrong clock has mailed ahead of time holds back no mailing before it', async () => {
  const id = await save(admin, 'Ahead of time', { schedule: daily });
  const dueTimes = async () => {
    const { rows } = await pool.query<{ due_at: Date }>(
      'select due_at from report_mailings where report = $1 order by due_at desc',
      [id],
    );
    return rows.map(({ due_at }) => due_at.getTime());
  };
  await inDays(30);
  await inDays(4);
  const times = await dueTimes();
  const [ahead = 0, next = 0] = times;
  expect(times).toHaveLength(2);
  expect(Math.round((ahead - next) / DAY_MS)).toBe(26);
  // To a process whose clock is a little behind, the newest one that is due is that of the day before.
  await enqueueDue(pool, new Date(next - 60_000));
  expect(await dueTimes()).toEqual(times);
  // When the next one is no longer ahead of the time, it is the report's last mailing.
  const { rows } = await pool.query<{ due_at: Date }>(
    `update report_mailings set due_at = now() - interval '1 hour' where report = $1 and due_at = $2 returning due_at`,
    [id, new Date(next)],
  );
  expect((await named(admin, id))?.lastMailing?.dueAt).toBe(rows[0]?.due_at.toISOString());
});

test('a mailing shows its result after its mails were swept, which keeps no address', async () => {
  const recipients = ['eve.partner@example.com'];
  const id = await save(admin, 'Monthly', { schedule: { ...daily, recipients } });
  await inDays(9);
  await until(async () => expect((await named(admin, id))?.lastMailing).toMatchObject({ sent: 2 }));
  await pool.query(
    `update mails set ended_at = ended_at - interval '31 days',
            state = case when recipient = any($2) then 'failed' else state end,
            problem = case when recipient = any($2) then 'Mailbox full' end
      where about = $1`,
    [id, recipients],
  );

  const log = openLog('silent');
  const pools = testPools(product.database.url, log);
  const store = testStore(product.database.url);
  const context = { store, forgetLookup: () => {}, pools, log, attempt: 1 };
  const transport = { send: async () => ({ kind: 'accepted' as const }), sweep: async () => {} };
  const sweep = () => sweepMails(transport).run({ ...context, signal: AbortSignal.abort() });
  const keptOf = async () => (await pool.query('select recipient from mails where about = $1', [id])).rows;
  await sweep();
  expect((await named(admin, id))?.lastMailing).toMatchObject({
    ...{ state: 'mailed', sent: 1, failed: 1, problem: 'Mailbox full' },
  });
  expect(await keptOf()).toEqual([{ recipient: '' }, { recipient: '' }]);

  await pool.query('delete from report_mailings where report = $1', [id]);
  await sweep();
  expect(await keptOf()).toEqual([]);
  await pools.end();
});
