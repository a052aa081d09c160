import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { forgotPassword, resetPassword } from '@crm/contracts/auth/auth.ts';
import { bulkUpdateStatus } from '@crm/contracts/leads/bulk.ts';
import {
  addComment,
  assignLead,
  createLead,
  deleteLead,
  eraseLead,
  requestStatusChange,
} from '@crm/contracts/leads/write.ts';
import { createPostback, listPostbacks } from '@crm/contracts/postbacks/postbacks.ts';
import { saveReport } from '@crm/contracts/saved-reports/saved-reports.ts';
import { createApiKey, listApiKeys } from '@crm/contracts/tenants/api-keys.ts';
import { TenantImportChecked } from '@crm/contracts/tenants/import.ts';
import { listTenants } from '@crm/contracts/tenants/tenants.ts';
import { saveView } from '@crm/contracts/views/views.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { ended, exported, startImport, uploaded } from './archives.ts';
import type { Person } from './calls.ts';
import { sharedProduct, startProduct } from './product.ts';
import { openReceiver } from './receiver.ts';
import { leadForm, postbackForm, savedReportForm, viewForm } from './samples.ts';
import { auditOf, seenBy } from './seen.ts';

const source = await sharedProduct();
const target = await startProduct({ DEMO_LEADS: '0', POSTBACK_ALLOW: '127.0.0.1' });
const partner = await openReceiver();
afterAll(partner.close);
const admin = await source.signIn(source.people.admin);
const operator = await source.signIn(source.people.operator);
const superAdmin = await source.signIn('super@demo.test');
const importer = await target.signIn('super@demo.test');

const outbox = path.join(target.dataDir, 'outbox');
/** The token of the link that was mailed to an address last; null before that. */
const tokenTo = (address: string) =>
  (existsSync(outbox) ? readdirSync(outbox) : [])
    .map((name) => readFileSync(path.join(outbox, name), 'utf8').replaceAll('=\r\n', ''))
    .filter((mail) => mail.includes(`To: ${address}\r\n`))
    .map((mail) => /\/reset-password#([\w-]{43})\r\n/.exec(mail)?.[1] ?? null)
    .at(-1) ?? null;

/** Sets a password by the mailed link, as each user of an imported organisation does. */
async function signInAgain(email: string): Promise<Person> {
  const password = 'a new password here';
  await target.anybody.ask(forgotPassword, { body: { email } });
  const token = await vi.waitFor(() => {
    const found = tokenTo(email);
    if (found === null) throw new Error('The mail is not there yet');
    return found;
  });
  await target.anybody.ask(resetPassword, { body: { token, password, confirmPassword: password } });
  return target.signIn(email, password);
}

/** For each report up to a time, the number of changes of leads that its figures count. */
async function eventsBeforeReports(
  { database }: Pick<typeof source, 'database'>,
  tenant: string,
  until: string,
) {
  const { rows } = await database.pool.query<{ id: string; n: number }>(
    `select r.id, (select count(*)::int from event_store.events e
                    where e.position <= (r.data ->> 'position')::bigint and e.type ~ '^Lead'
                      and e.meta ->> 'tenant' = $1) as n
       from event_store.events r
      where r.type = 'ReportMade' and r.meta ->> 'tenant' = $1 and r.at <= $2 order by r.position`,
    [tenant, until],
  );
  return rows;
}

const tenantIdOf = async (email: string) =>
  (await superAdmin.ask(listTenants, { query: { search: email } })).data[0]?._id ?? '';

test('an organisation is the same after its import, and nothing of its past is sent again', async () => {
  const created = async (fullName: string) =>
    (await admin.ask(createLead, { body: leadForm({ fullName }) })).data.lead;
  const [first, second, third, erased, deleted] = [
    await created('Meera Nair'),
    await created('Ravi Pillai'),
    await created('Nobody Else'),
    await created('Zubeida Qwertyman'),
    await created('Deleted Person'),
  ];
  const operatorId = operator.id;
  for (const { _id } of [first, second])
    await admin.ask(assignLead, { params: { id: _id }, body: { operatorId } });
  const approved = { newStatus: 'approved' as const, comment: 'They paid' };
  await operator.ask(requestStatusChange, { params: { id: first._id }, body: approved });
  await admin.ask(addComment, { params: { id: second._id }, body: { content: 'Call after six' } });
  await admin.ask(bulkUpdateStatus, { body: { leadIds: [second._id, third._id], newStatus: 'approved' } });
  await admin.ask(deleteLead, { params: { id: deleted._id } });
  const erasure = { reason: 'She asked for it', confirmed: true as const };
  await admin.ask(eraseLead, { params: { id: erased._id }, body: erasure });
  await admin.ask(createPostback, { body: postbackForm(partner.url) });
  await created('Sent To The Partner');
  await admin.ask(createApiKey, { body: { name: 'Landing' } });
  await admin.ask(saveView, { body: viewForm('On hold') });
  await admin.ask(saveReport, { body: savedReportForm('Last month') });
  await vi.waitFor(() => expect(partner.receipts.length).toBeGreaterThan(0));
  const email = source.people.admin;
  const seenAt = Date.now();
  const before = await seenBy(admin, seenAt);
  const sent = partner.receipts.length;

  const tenantId = await tenantIdOf(email);
  const archive = await exported(source, superAdmin, tenantId);
  const exportedAt = new Date().toISOString();
  const check = await uploaded(target, importer, archive);
  const checked = await ended(importer, check);
  expect(checked.state).toBe('done');
  expect(TenantImportChecked.parse(checked.result).archive).toMatchObject({
    tenant: { _id: tenantId },
    users: 3,
    leads: before.leads.length,
  });
  // The check writes nothing that can be seen.
  expect((await importer.ask(listTenants, { query: { search: email } })).data).toEqual([]);
  const imported = await ended(importer, await startImport(importer, check));
  expect(imported).toMatchObject({ state: 'done', done: imported.total });
  expect((await importer.ask(listTenants, { query: { search: email } })).data).toHaveLength(1);

  const there = await signInAgain(email);
  const after = await seenBy(there, seenAt);
  expect(after).toEqual(before);
  // Reports of the past name positions of their own store, each behind the same events.
  const reportsIn = await eventsBeforeReports(source, tenantId, exportedAt);
  expect(reportsIn.length).toBeGreaterThan(0);
  expect(await eventsBeforeReports(target, tenantId, exportedAt)).toEqual(reportsIn);
  expect(await auditOf(there, exportedAt)).toEqual(await auditOf(admin, exportedAt));

  // What has no secrets here is off, and says so.
  expect((await there.ask(listPostbacks)).data).toMatchObject([
    { isActive: false, disabledReason: 'imported' },
  ]);
  expect((await there.ask(listApiKeys)).data).toMatchObject([
    { name: 'Landing', revokedAt: expect.any(String) },
  ]);
  // The personal data is encrypted by keys of the target; that of the erased lead has none.
  const { rows } = await target.database.pool.query<{ type: string; data: string; key: Buffer | null }>(
    `select e.type, e.data::text as data, k.key from event_store.events e
       join event_store.personal_keys k on 'lead-' || k.subject = e.stream
      where e.type = 'LeadCreated' and k.subject = any($1)`,
    [[first._id, erased._id]],
  );
  expect(rows).toHaveLength(2);
  for (const { data } of rows) expect(data).not.toMatch(/Meera|Zubeida/);
  expect(rows.filter(({ key }) => key === null)).toHaveLength(1);
  // An order id of the past is taken, and new leads work.
  const again = await there.call(createLead, { body: leadForm({ orderId: first.orderId }) });
  expect(again).toMatchObject({ status: 409, code: 'order-id-taken' });
  await there.ask(createLead, { body: leadForm({ fullName: 'The First One Here' }) });

  const { rows: mails } = await target.database.everyTenant.query<{ template: string }>(
    '/* every tenant: a test */ select template from mails',
  );
  expect(mails.map(({ template }) => template)).toEqual(['password-link']);
  const { rows: jobs } = await target.database.everyTenant.query(
    `select from postback_queue union all select from postback_attempts`,
  );
  expect(jobs).toEqual([]);
  expect(partner.receipts).toHaveLength(sent);
});
