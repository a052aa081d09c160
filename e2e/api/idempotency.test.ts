import { randomUUID } from 'node:crypto';
import { getLead, listLeads } from '@crm/contracts/leads/read.ts';
import { assignLead, createLead, requestStatusChange } from '@crm/contracts/leads/write.ts';
import { listOffers } from '@crm/contracts/offers/offers.ts';
import { createUser, updateUser } from '@crm/contracts/users/users.ts';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Answer } from './calls.ts';
import { sharedProduct } from './product.ts';
import { untilQuiet } from './quiet.ts';
import { leadForm, operatorForm, postbackForm, savedReportForm, viewForm } from './samples.ts';

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const operator = await product.signIn(product.people.operator);
const colleague = await product.signIn(product.people.operator2);
const offer = (await admin.ask(listOffers)).data[0]?._id ?? '';

/** Creates a lead of the operator with a pending request. */
async function pendingLead(): Promise<string> {
  const id = (await admin.ask(createLead, { body: leadForm() })).data.lead._id;
  await admin.ask(assignLead, { params: { id }, body: { operatorId: operator.id } });
  await operator.ask(requestStatusChange, { params: { id }, body: { status: 'hold', comment: 'Wait' } });
  return id;
}

type Case = {
  call: string;
  token: string | null;
  /** The path and body of the call for a new lead, and a different body for the same key. */
  path: (lead: string) => string;
  body: (lead: string, word: string) => Record<string, unknown>;
  other: Record<string, unknown>;
};
const cases: Case[] = [
  {
    call: 'POST /leads (admin)',
    token: admin.token,
    path: () => '/leads',
    body: () => leadForm(),
    other: { fullName: 'Somebody Else' },
  },
  {
    call: 'POST /leads (partner)',
    token: null,
    path: () => '/leads',
    body: () => ({ fullName: 'Asha Rao', phone: '+91 98200 11111', offer, quantity: 1 }),
    other: { quantity: 2 },
  },
  {
    call: 'POST /leads/:id/assign',
    token: admin.token,
    path: (lead) => `/leads/${lead}/assign`,
    body: () => ({ operatorId: null, reason: 'Away' }),
    other: { reason: 'Ill' },
  },
  {
    call: 'POST /leads/:id/comments',
    token: admin.token,
    path: (lead) => `/leads/${lead}/comments`,
    body: () => ({ content: 'Called' }),
    other: { content: 'Called twice' },
  },
  {
    call: 'POST /operator/leads/:id/comment',
    token: operator.token,
    path: (lead) => `/operator/leads/${lead}/comment`,
    body: () => ({ content: 'Called' }),
    other: { isImportant: true },
  },
  {
    call: 'POST /admin/approve-status/:id',
    token: admin.token,
    path: (lead) => `/admin/approve-status/${lead}`,
    body: () => ({ adminNotes: 'Fine' }),
    other: { adminNotes: 'Not so fine' },
  },
  {
    call: 'POST /admin/reject-status/:id',
    token: admin.token,
    path: (lead) => `/admin/reject-status/${lead}`,
    body: () => ({ adminNotes: 'No' }),
    other: { adminNotes: 'Never' },
  },
  {
    call: 'POST /admin/bulk-approve',
    token: admin.token,
    path: () => '/admin/bulk-approve',
    body: (lead) => ({ leadIds: [lead] }),
    other: { leadIds: ['7d0f5a10-0000-4000-8000-000000000000'] },
  },
  {
    call: 'POST /admin/bulk-reject',
    token: admin.token,
    path: () => '/admin/bulk-reject',
    body: (lead) => ({ leadIds: [lead], adminNotes: 'No' }),
    other: { adminNotes: 'Never' },
  },
  {
    call: 'POST /admin/bulk-assign-leads',
    token: admin.token,
    path: () => '/admin/bulk-assign-leads',
    body: (lead) => ({ leadIds: [lead], operatorId: colleague.id, reason: 'Theirs' }),
    other: { reason: 'Not theirs' },
  },
  {
    call: 'POST /admin/reassign-leads',
    token: admin.token,
    path: () => '/admin/reassign-leads',
    body: (lead) => ({ leadIds: [lead], toOperatorId: colleague.id }),
    other: { reason: 'Not theirs' },
  },
  {
    call: 'POST /admin/bulk-delete-leads',
    token: admin.token,
    path: () => '/admin/bulk-delete-leads',
    body: (lead) => ({ leadIds: [lead] }),
    other: { reason: 'Twice' },
  },
  {
    call: 'POST /users',
    token: admin.token,
    path: () => '/users',
    body: (_, word) => operatorForm(word),
    other: { fullName: 'Somebody Else' },
  },
  {
    call: 'POST /offers',
    token: admin.token,
    path: () => '/offers',
    body: () => ({ name: 'Tea', category: 'other', price: 5 }),
    other: { price: 6 },
  },
  {
    call: 'POST /admin/api-keys',
    token: admin.token,
    path: () => '/admin/api-keys',
    body: (_, word) => ({ name: `Key ${word}` }),
    other: { name: 'Another' },
  },
  {
    call: 'POST /saved-reports',
    token: admin.token,
    path: () => '/saved-reports',
    body: (_, word) => savedReportForm(word),
    other: { name: 'Another' },
  },
  {
    call: 'POST /views',
    token: admin.token,
    path: () => '/views',
    body: (_, word) => viewForm(word),
    other: { name: 'Another' },
  },
  {
    call: 'POST /postbacks',
    token: admin.token,
    path: () => '/postbacks',
    body: () => ({ ...postbackForm('https://tracker.example/'), isActive: false }),
    other: { name: 'Another' },
  },
];

test('the cases cover every POST that looks at the key, except the listed ones', () => {
  const posts = product.routes.flatMap(({ endpoint: { method, path, ignoresIdempotencyKey } }) =>
    method === 'POST' && !ignoresIdempotencyKey ? [path] : [],
  );
  const exempt = [
    // The body cannot differ, or a repeat changes nothing; postbacks.test.ts repeats them.
    '/postbacks/:id/toggle',
    '/postbacks/:id/roll-secret',
    // Their answers are running batches; postbacks-repeated.test.ts repeats them.
    ...['retry', 'backfill'].map((name) => `/postbacks/:id/${name}`),
    // A repeat skips nothing more; events/leads/lease.test.ts.
    '/operator/leads/:id/skip',
    // Repeats change nothing; bulk.test.ts undoes twice.
    ...['cancel', 'pause', 'resume', 'undo'].map((name) => `/batches/:id/${name}`),
    // One batch per report and position, whatever the key: report-recompute.test.ts.
    '/reports/recompute',
    // reports.test.ts, time-travel.test.ts and erasure.test.ts repeat them.
    ...['/admin/generate-report', '/leads/:id/restore', '/leads/:id/erase'],
    // upload-preview.test.ts repeats the form with a file.
    '/admin/upload-leads',
  ];
  // Repeated by payments, past-leads and, for super admins, plans, subscriptions and tenant-lifecycle.test.ts.
  const elsewhere = /^\/(super-admin|razorpay|leads\/past)\b/;
  const covered = posts.filter((path) => !exempt.includes(path) && !elsewhere.test(path));
  expect(new Set(cases.map(({ call }) => call.split(' ')[1]))).toEqual(new Set(covered));
});

/** The parts of an answer that a repeat must return unchanged. */
const seen = ({ status, text, headers }: Answer) => ({ status, text, position: headers['x-position'] });
let words = 0;

describe.each(cases)('$call', ({ token, path, body, other }) => {
  async function setUp() {
    const lead = await pendingLead();
    words += 1;
    const form = body(lead, `person-${words}`);
    await untilQuiet(product.database);
    const headers = { 'idempotency-key': randomUUID() };
    const call = { method: 'POST', path: path(lead), token, headers };
    const send = (more: Record<string, unknown> = {}) =>
      product.send({ ...call, body: { ...form, ...more } });
    return { lead, send };
  }

  test('twenty concurrent calls and later repeats have one effect and the same answer', async () => {
    const { send } = await setUp();
    const before = await product.events();
    const together = await Promise.all(Array.from({ length: 20 }, () => send()));
    const [first] = together;
    if (!first) throw new Error('Twenty were sent');
    expect([200, 201], first.text).toContain(first.status);
    expect(first.headers['x-position'], first.text).toBeDefined();
    const after = await product.events();
    expect(after - before).toBe(1);
    for (const each of [...together, await send(), await send()]) expect(seen(each)).toEqual(seen(first));
    expect(await product.events()).toBe(after);
  });

  test('another body under the same key is refused, even when both arrive at the same time', async () => {
    const { send } = await setUp();
    const [one, two] = await Promise.all([send(), send(other)]);
    const after = await product.events();
    const statuses = [one.status, two.status].sort();
    expect([200, 201], `${one.text} ${two.text}`).toContain(statuses[0]);
    expect(statuses[1]).toBe(422);
    const [good, again] = one.status === 422 ? [two, () => send(other)] : [one, () => send()];
    const [, wrong] = one.status === 422 ? [null, () => send()] : [null, () => send(other)];
    expect(await wrong()).toMatchObject({
      status: 422,
      code: 'key-reused',
      message: 'This Idempotency-Key was already used with a different request',
    });
    expect(seen(await again())).toEqual(seen(good));
    expect(await product.events()).toBe(after);
  });

  test('another key has its own effect, or is refused with the reason', async () => {
    const { lead, send } = await setUp();
    const first = await send();
    const before = await product.events();
    const headers = { 'idempotency-key': randomUUID() };
    words += 1;
    const again = await product.send({
      method: 'POST',
      path: path(lead),
      token,
      headers,
      body: body(lead, `person-${words}`),
    });
    // A bulk call also succeeds when its one lead was skipped; a call that had nothing to change carries the position of the first.
    const { successful } = z.object({ successful: z.int().default(1) }).parse(again.data ?? {});
    const isNew = String(again.headers['x-position'] ?? '') > String(first.headers['x-position'] ?? '');
    const effects = again.success && isNew ? successful : 0;
    expect(await product.events()).toBe(before + effects);
  });
});

test('a key is scoped to its sender and its call', async () => {
  const rival = await product.signIn(product.people.rivalAdmin);
  const headers = { 'idempotency-key': 'the same' };
  const body = { name: 'Tea', category: 'other', price: 5 };
  const send = (token: string, more = {}) =>
    product.send({ method: 'POST', path: '/offers', token, headers, body, ...more });
  const [ours, theirs] = [await send(admin.token), await send(rival.token)];
  expect([ours.status, theirs.status]).toEqual([201, 201]);
  expect(ours.text).not.toBe(theirs.text);
  const lead = await send(admin.token, { path: '/leads', body: leadForm() });
  expect(lead.status, lead.text).toBe(201);
});

test('a key expires, and an empty one does not count', async () => {
  const send = (key: string) =>
    admin.call(createLead, { body: leadForm(), headers: { 'idempotency-key': key } });
  const before = await product.events();
  expect(await send('x'.repeat(201))).toMatchObject({
    status: 400,
    errors: { 'Idempotency-Key': 'Cannot exceed 200 characters' },
  });
  expect(await product.events()).toBe(before);
  await Promise.all([send(''), send('')]);
  expect(await product.events()).toBe(before + 2);
});

describe('state outside events', () => {
  test('a repeated creation does not restore the first password', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const form = operatorForm('returning');
    const send = (body: object) =>
      product.send({ method: 'POST', path: '/users', token: admin.token, headers, body });
    const first = await send(form);
    expect(first.status, first.text).toBe(201);
    const { _id: id } = createUser.data.parse(first.data).user;
    await admin.ask(updateUser, { params: { id }, body: { password: 'the newer one' } });
    // The hash of the request excludes the password, so that no event contains a trace of it.
    for (const again of [form, { ...form, password: 'slipped in later' }])
      expect((await send(again)).text).toBe(first.text);
    await product.signIn(form.email, 'the newer one');
    for (const password of [form.password, 'slipped in later'])
      expect(
        (await product.send({ method: 'POST', path: '/auth/login', body: { email: form.email, password } }))
          .status,
      ).toBe(401);
  });
});

describe('after midnight', () => {
  test('a lead that is sent again the next day is the same lead', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { fullName: 'Asha Rao', phone: '+91 98200 11111', offer, quantity: 1 };
    const send = () => product.send({ method: 'POST', path: '/leads', headers, body });
    const first = await send();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 });
    const again = await send();
    expect(seen(again)).toEqual(seen(first));
  });
});

test('a repeated bulk action does not change leads that it skipped the first time', async () => {
  const lead = await pendingLead();
  const headers = { 'idempotency-key': randomUUID() };
  const body = { leadIds: [lead], operatorId: operator.id };
  const send = () =>
    product.send({ method: 'POST', path: '/admin/bulk-assign-leads', token: admin.token, headers, body });
  const first = await send();
  expect(first.data).toMatchObject({ successful: 0, skipped: 1 });
  await admin.ask(assignLead, { params: { id: lead }, body: { operatorId: null } });
  expect((await send()).text).toBe(first.text);
  const { assignedOperator } = (await admin.ask(getLead, { params: { id: lead } })).data.lead;
  expect(assignedOperator).toBeNull();
});

test('no repeat created a lead twice', async () => {
  const { data } = await admin.ask(listLeads, { query: { limit: 500 } });
  expect(new Set(data.map(({ orderId }) => orderId)).size).toBe(data.length);
});
