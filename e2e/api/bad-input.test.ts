import { listLeads } from '@crm/contracts/leads/read.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { createPostback } from '@crm/contracts/postbacks/postbacks.ts';
import { listOperators } from '@crm/contracts/users/users.ts';
import { saveView } from '@crm/contracts/views/views.ts';
import { describe, expect, test } from 'vitest';
import { type Answer, type Sending, startProduct } from './product.ts';
import { postbackForm, viewForm } from './samples.ts';

const product = await startProduct();
const admin = await product.signIn('admin@demo.test');
const offer = (await admin.ask(listOffers)).data[0]?._id ?? '';
const lead = (await admin.ask(listLeads)).data[0]?._id ?? '';
const view = (await admin.ask(saveView, { body: viewForm('Bad input') })).data.view._id;
const postbackOff = { ...postbackForm('https://tracker.example/'), isActive: false };
const postback = (await admin.ask(createPostback, { body: postbackOff })).data.postback._id;
const operator = (await admin.ask(listOperators)).data[0]?._id ?? '';

/** Every call that takes a body, with a body that is right. */
const bodies: Record<string, Record<string, unknown>> = {
  'POST /auth/login': { email: 'nobody@demo.test', password: 'wrong-password' },
  'POST /auth/setup': {
    token: 'a made-up token',
    fullName: 'Some Body',
    email: 'somebody@demo.test',
    username: 'somebody',
    password: 'long-enough',
    confirmPassword: 'long-enough',
  },
  'PUT /auth/change-password': {
    currentPassword: 'demo-password',
    newPassword: 'another-password',
    confirmPassword: 'another-password',
  },
  'POST /leads': {
    fullName: 'Asha Rao',
    phone: '+91 98200 11111',
    productName: 'Tea',
    quantity: 1,
    price: 5,
  },
  [`PUT /leads/${lead}`]: { city: 'Leeds' },
  [`POST /leads/${lead}/assign`]: { operatorId: operator },
  [`POST /leads/${lead}/comments`]: { content: 'Called' },
  'POST /leads/check-duplicate': { phone: '+91 98200 11111' },
  'POST /leads/selections': { leadIds: [lead], orderIds: ['ORD-1'], search: 'Asha', sortBy: 'total' },
  [`PUT /operator/leads/${lead}/status`]: { status: 'approved', comment: 'Please' },
  [`POST /operator/leads/${lead}/comment`]: { content: 'Called' },
  // Its file comes in a form, which has tests of its own (upload-preview.test.ts).
  'POST /admin/upload-leads': {
    fileId: '7d0f5a10-0000-4000-8000-000000000000',
    offer: { offerId: offer },
    users: [{ userId: operator, value: 1 }],
    mapping: { Shade: null },
  },
  'PUT /admin/bulk-update-status': { leadIds: [lead], newStatus: 'hold' },
  'POST /admin/bulk-assign-leads': { leadIds: [lead], operatorId: operator },
  'POST /admin/reassign-leads': { leadIds: [lead], toOperatorId: operator },
  'POST /admin/bulk-delete-leads': { leadIds: [lead] },
  [`POST /batches/${lead}/undo`]: { wait: 0 },
  [`POST /admin/approve-status/${lead}`]: { adminNotes: 'Fine' },
  [`POST /admin/reject-status/${lead}`]: { adminNotes: 'No' },
  'POST /admin/bulk-approve': { leadIds: [lead] },
  'PUT /admin/update-theme': { colorHash: '#123456' },
  'PUT /admin/toggle-auto-lead-status-approve': { autoLeadStatusApprove: true },
  'PUT /admin/settings/organization-name': { organizationName: 'Renamed' },
  'POST /users': {
    username: 'newcomer',
    fullName: 'New Comer',
    email: 'newcomer@demo.test',
    role: 'operator',
    password: 'long-enough',
  },
  [`PUT /users/${operator}`]: { fullName: 'Somebody Else' },
  [`PUT /users/${admin.id}/profile`]: { fullName: 'Somebody Else', email: 'admin@demo.test' },
  'POST /postbacks': {
    ...postbackOff,
    method: 'POST',
    headers: [{ key: 'X-Source', value: 'crm' }],
    parameters: [{ key: 'order', value: 'orderId', isPlaceholder: true }],
    bodyTemplate: { format: 'json', template: '{}' },
    statusConditions: ['approved'],
    filters: { countries: ['IN'] },
    statusMap: { approved: 'sale' },
    timeout: 5000,
    maxRetries: 1,
    retryDelay: 1000,
    authentication: { type: 'none' },
  },
  [`PUT /postbacks/${postback}`]: { name: 'Renamed', retryDelay: 2000 },
  [`POST /postbacks/${postback}/toggle`]: { isActive: false },
  [`POST /postbacks/${postback}/test`]: { event: 'new_lead', testData: { total: 5 }, dryRun: true },
  [`POST /postbacks/${postback}/retry`]: { logId: postback, filters: { status: 'failed' }, dryRun: true },
  [`POST /postbacks/${postback}/backfill`]: {
    startDate: '2026-01-01',
    endDate: '2026-02-01',
    perSecond: 50,
    dryRun: true,
  },
  'PUT /postbacks/log-retention': { days: 90, maxLogs: 5000 },
  'POST /views': viewForm('Tea'),
  [`PUT /views/${view}`]: { name: 'Tea', isShared: true },
  'PUT /views/last-used': { viewId: view },
  'POST /offers': { name: 'Tea', category: 'other', price: 5 },
  [`PUT /offers/${offer}`]: { name: 'Tea' },
};

const calls = Object.keys(bodies);
const to = (call: string): Pick<Sending, 'method' | 'path' | 'token'> => {
  const [method = '', path = ''] = call.split(' ');
  return { method, path, token: admin.token };
};

/** Sends, and holds the answer to what every refusal must be: a 4xx of design 9, with nothing changed. */
async function refusedWith(status: number, sending: Sending): Promise<Answer> {
  const before = await product.events();
  const answer = await product.send(sending);
  expect(answer.status, answer.text).toBe(status);
  expect(answer).toMatchObject({ success: false, message: expect.any(String), code: expect.any(String) });
  expect(await product.events()).toBe(before);
  for (const text of Object.values(answer.errors ?? {})) expect(text).not.toMatch(technical);
  return answer;
}
/** The words of a library that slipped through to a person. */
const technical = /^(?:Invalid|Too (?:big|small)|Unrecognized)|expected|undefined|NaN|\bnull\b/;

test('the bodies above are those of every call that takes one', () => {
  const taking = new Set(
    product.routes.flatMap(({ endpoint: { method, path, body } }) => (body ? [`${method} ${path}`] : [])),
  );
  const here = calls.map((call) => call.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id'));
  expect(here.sort()).toEqual([...taking].sort());
});

const json = { 'content-type': 'application/json' };

describe.each(calls)('%s', (call) => {
  test('malformed JSON is told to be that', async () => {
    for (const payload of ['{"name":', 'lead', "{'a':1}", '{"a":1,}', '{}{}', '[[[[', '\ufeff']) {
      const answer = await refusedWith(400, { ...to(call), payload, headers: json });
      expect(answer, payload).toMatchObject({ code: 'bad-json', message: 'The body is not valid JSON' });
    }
  });

  test('what is no object of fields is told to be none', async () => {
    for (const payload of ['[]', '"text"', '7', 'true', '[{"a":1}]']) {
      const answer = await refusedWith(400, { ...to(call), payload, headers: json });
      expect(answer.errors, payload).toEqual({ body: 'Must be an object of fields' });
    }
  });

  test('an unknown field is refused by its name', async () => {
    for (const field of unknownFields) {
      const { errors } = await refusedWith(400, { ...to(call), body: { ...bodies[call], [field]: 'x' } });
      expect(errors).toEqual({ [field]: 'Unknown field' });
    }
  });

  test('a prototype is refused by its name', async () => {
    const right = JSON.stringify(bodies[call]).slice(0, -1);
    for (const payload of [`${right},"__proto__":{"role":"super_admin"}}`, `${right},"__proto__":null}`]) {
      const { text } = await refusedWith(400, { ...to(call), payload, headers: json });
      expect(text).toContain('"__proto__":"Unknown field"');
    }
    expect({}).not.toHaveProperty('role');
  });

  test.each(Object.keys(bodies[call] ?? {}))('%s of any wrong kind is refused by its name', async (field) => {
    for (const value of wrong) {
      const payload = JSON.stringify({ ...bodies[call], [field]: value }).replace('"deep"', deep);
      const { errors } = await refusedWith(400, { ...to(call), payload, headers: json });
      const named = Object.keys(errors ?? {}).map((name) => name.split('.')[0]);
      expect(named, JSON.stringify(value).slice(0, 60)).toContain(field);
    }
  });

  test('more than the limit is 413', async () => {
    const payload = JSON.stringify({ ...bodies[call], filler: 'x'.repeat(1024 * 1024) });
    const answer = await refusedWith(413, { ...to(call), payload, headers: json });
    expect(answer.code).toBe('too-large');
  });

  test('a body that is neither JSON nor a form is 415', async () => {
    const types = ['text/plain', 'application/xml', 'image/png', 'a'];
    // One call takes files, and says so of a form that is none.
    if (!call.endsWith('upload-leads')) types.push('multipart/form-data; boundary=x');
    for (const type of types) {
      const payload = JSON.stringify(bodies[call]);
      const answer = await refusedWith(415, { ...to(call), payload, headers: { 'content-type': type } });
      expect(answer.code).toBe('unsupported-media-type');
    }
  });
});

const unknownFields = ['nickname', '_id', 'tenant', 'constructor', 'toString', 'prototype', '', 'a.b', 'नाम'];

/** No field of any call takes one of these. */
const wrong = [
  { a: 1 },
  [[1]],
  ['deep'],
  'NUL \0 inside',
  'half a pair \ud83d',
  { 'key\0': 1 },
  { '\udc00': 1 },
  Number.MAX_VALUE,
  -1,
  'x'.repeat(3_000),
];

/** More than a program that calls itself at each level comes back from. */
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
