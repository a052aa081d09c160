import { explainAuditLog, exportAuditLogs, listAuditLogs } from '@crm/contracts/audit/audit.ts';
import { login, logout } from '@crm/contracts/auth/auth.ts';
import { getBatch } from '@crm/contracts/batches/batches.ts';
import { assignLead, createLead } from '@crm/contracts/leads/write.ts';
import { createPostback, updatePostback } from '@crm/contracts/postbacks/postbacks.ts';
import { saveReport, updateSavedReport } from '@crm/contracts/saved-reports/saved-reports.ts';
import { changeSettings } from '@crm/contracts/tenants/settings.ts';
import { createUser, getUser, updateUser } from '@crm/contracts/users/users.ts';
import { expect, test } from 'vitest';
import { exportedFile } from './exported-file.ts';
import { sharedProduct } from './product.ts';
import { leadForm, operatorForm, postbackForm, savedReportForm } from './samples.ts';

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);

const entries = async (query: Record<string, string>) =>
  (await admin.ask(listAuditLogs, { query })).data.entries;

test('sign-ins, failed ones, sign-outs and exports are entries with their actor and address', async () => {
  const operator = await product.signIn(product.people.operator);
  await product.anybody.call(login, { body: { email: product.people.operator, password: 'wrong' } });
  await operator.ask(logout);
  const actor = operator.id;
  await expect.poll(async () => (await entries({ actor })).map(({ type }) => type)).toContain('SignedOut');
  const exported = { url: `/api${exportAuditLogs.path}`, query: { action: 'SignedOut' } };
  const file = await exportedFile(product.app, admin, exported);
  expect(file.body.split('\r\n')[1]).toContain(',Signed out,');
  const [signedIn] = await entries({ actor, action: 'SignedIn' });
  expect(signedIn).toMatchObject({ actor: { _id: actor, role: 'operator' }, ipAddress: expect.any(String) });
  const [failed] = await entries({ action: 'SignInFailed' });
  expect(failed).toMatchObject({ reason: 'Wrong password' });
  const [started] = await entries({ actor: admin.id, action: 'BatchStarted' });
  expect(started?.action).toBe('Batch started: Export the audit history to CSV: action SignedOut');
});

test('why: what a job did leads back to the click that caused it', async () => {
  const form = operatorForm('leaves-a-trace');
  const { _id: id } = (await admin.ask(createUser, { body: form })).data.user;
  await admin.ask(getUser, { params: { id } });
  const lead = (await admin.ask(createLead, { body: leadForm() })).data.lead._id;
  await admin.ask(assignLead, { params: { id: lead }, body: { operatorId: id } });
  const body = { isActive: false, leads: 'unassign' as const };
  const { batchId = '' } = (await admin.ask(updateUser, { params: { id }, body })).data;
  const state = async () => (await admin.ask(getBatch, { params: { id: batchId } })).data.batch.state;
  await expect.poll(state).toBe('done');
  await expect
    .poll(async () => (await entries({ subject: `lead-${lead}` })).map(({ type }) => type))
    .toContain('LeadUnassigned');
  const [unassigned] = await entries({ subject: `lead-${lead}`, action: 'LeadUnassigned' });
  const params = { entry: unassigned?._id ?? '' };
  const { steps } = (await admin.ask(explainAuditLog, { params })).data;
  const depthOf = (type: string) => steps.find(({ entry }) => entry.type === type)?.depth;
  expect(depthOf('UserEdited')).toBe(0);
  expect(depthOf('UserLeadsHandedOver')).toBe(0);
  expect(depthOf('BatchStarted')).toBe(1);
  expect(depthOf('LeadUnassigned')).toBe(2);
  expect(steps[0]?.entry).toMatchObject({ actor: { _id: admin.id }, subject: { _id: id } });
});

test('a changed setting shows its value before and after', async () => {
  await admin.ask(changeSettings, { body: { overdueHours: 12 } });
  await admin.ask(changeSettings, { body: { overdueHours: 36 } });
  const changes = async () =>
    (await entries({ action: 'SettingsChanged' })).slice(0, 2).map((entry) => entry.changes);
  await expect
    .poll(changes)
    .toMatchObject([
      [{ field: 'overdueHours', from: '12', to: '36' }],
      [{ field: 'overdueHours', from: '24', to: '12' }],
    ]);
});

test('a changed report shows what changed, also that it counts by creation again, and nothing else', async () => {
  const { content } = savedReportForm('');
  const body = savedReportForm('Counted by decision', { content: { ...content, countBy: 'decided' } });
  const params = { id: (await admin.ask(saveReport, { body })).data.report._id };
  await admin.ask(updateSavedReport, { params, body: { content } });
  await expect
    .poll(async () => (await entries({ action: 'SavedReportChanged' }))[0]?.changes)
    .toEqual([{ field: 'countBy', label: 'Count by', from: 'Time of decision', to: 'Time of creation' }]);
});

test('an edit is shown also where its text hides what changed', async () => {
  const json = (name: string) => ({ format: 'json' as const, template: `{"${name}":"{orderId}"}` });
  const form = postbackForm('https://partner.example/hook', { bodyTemplate: json('order') });
  const params = { id: (await admin.ask(createPostback, { body: form })).data.postback._id };
  await admin.ask(updatePostback, { params, body: { bodyTemplate: json('id') } });
  await expect
    .poll(async () => (await entries({ action: 'PostbackEdited' }))[0]?.changes)
    .toMatchObject([{ field: 'bodyTemplate' }]);
});
