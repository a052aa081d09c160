import { login, me, resetPassword } from '@crm/contracts/auth/auth.ts';
import { listLeads } from '@crm/contracts/leads/read.ts';
import { createPlan } from '@crm/contracts/plans/plans.ts';
import { deleteTenant, restoreTenant, suspendTenant } from '@crm/contracts/tenants/lifecycle.ts';
import {
  createAdmin,
  deleteAdmin,
  listTenants,
  renameTenant,
  toggleAdminStatus,
  updateAdmin,
} from '@crm/contracts/tenants/tenants.ts';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { tenantStream, userStream } from '@crm/events/streams.ts';
import { tenants } from '@crm/events/tenants/aggregate.ts';
import { bySystem, newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import type { Position } from '@crm/platform/event-store/port.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { expect, test, vi } from 'vitest';
import { DEMO_PASSWORD } from './calls.ts';
import { buying, mailsTo, newBuyer, tokenIn } from './payments.ts';
import { sharedProduct } from './product.ts';

const product = await sharedProduct();
const superAdmin = await product.signIn('super@demo.test');
const { anybody, people } = product;
const pool = product.database.everyTenant;
const store = testStore(product.database.url);

const rival = await tenantOf(people.rivalAdmin);
async function tenantOf(search: string) {
  const { data } = await superAdmin.ask(listTenants, { query: { search } });
  const [found] = data;
  if (!found || data.length !== 1) throw new Error(`${search} finds ${data.length} organisations`);
  return found;
}
const signIn = async (email: string, password = DEMO_PASSWORD) =>
  (await anybody.call(login, { body: { email, password } })).status;

let forms = 0;
const newForm = () => {
  forms += 1;
  const word = `tenant${forms}x${Date.now()}`;
  return {
    organizationName: `Gulf ${word}`,
    fullName: 'Omar Farouk',
    email: `${word}@gulf.test`,
    username: word,
    timeZone: 'Asia/Dubai',
  };
};

test('a created organisation is listed at once, and its admin sets a password by the mailed link', async () => {
  const form = newForm();
  const { tenant, user } = (await superAdmin.ask(createAdmin, { body: form })).data;
  expect(await tenantOf(form.organizationName.toUpperCase())).toMatchObject({
    _id: tenant._id,
    organizationName: form.organizationName,
    status: 'active',
    users: 1,
    leads: 0,
    plan: null,
    admin: { _id: user._id, email: form.email, isActive: true, lastLogin: null },
  });
  expect(await signIn(form.email, 'any password')).toBe(401);

  await vi.waitFor(() => expect(mailsTo(product.dataDir, form.email)).toHaveLength(1), { interval: 50 });
  const token = tokenIn(mailsTo(product.dataDir, form.email)[0] ?? '');
  const password = 'a first password 4711';
  await anybody.ask(resetPassword, { body: { token, password, confirmPassword: password } });
  const admin = await product.signIn(form.email, password);
  expect((await admin.ask(me)).data.user).toMatchObject({
    role: 'admin',
    crmSettings: { organizationName: form.organizationName, timeZone: 'Asia/Dubai' },
  });
});

test('a corrected email mails the link again, with the name that the organisation has now', async () => {
  const form = newForm();
  const { tenant, user } = (await superAdmin.ask(createAdmin, { body: form })).data;
  await vi.waitFor(() => expect(mailsTo(product.dataDir, form.email)).toHaveLength(1), { interval: 50 });
  const organizationName = `Renamed ${form.username}`;
  await superAdmin.ask(renameTenant, { params: { id: tenant._id }, body: { organizationName } });
  const email = `right-${form.email}`;
  await superAdmin.ask(updateAdmin, { params: { id: user._id }, body: { email } });
  const [mail = ''] = await vi.waitFor(
    () => {
      const found = mailsTo(product.dataDir, email);
      expect(found).toHaveLength(1);
      return found;
    },
    { interval: 50 },
  );
  expect(mail).toContain(`you are the admin of ${organizationName}.`);
  expect(mail).not.toContain(form.organizationName);
  expect(tokenIn(mail)).not.toBe('');
});

test('a corrected email of the admin of a bought organisation is mailed the link, until a password is set', async () => {
  const plan = { name: `Bought ${Date.now()}`, price: 99, currency: 'USD' as const };
  const { data } = await superAdmin.ask(createPlan, {
    body: { ...plan, billingCycle: 'monthly', isActive: true },
  });
  const { ordered, pay, verify } = buying(anybody, data.plan._id);
  const buyer = newBuyer();
  expect((await verify(await pay(await ordered(buyer)))).data).toEqual({ status: 'granted' });
  const { admin } = await tenantOf(buyer.form.email);
  const correct = (email: string) =>
    superAdmin.ask(updateAdmin, { params: { id: admin?._id ?? '' }, body: { email } });

  // The welcome mail, whose link will be void, and the receipt.
  await vi.waitFor(() => expect(mailsTo(product.dataDir, buyer.form.email)).toHaveLength(2), {
    interval: 50,
  });

  const right = `right-${buyer.form.email}`;
  await correct(right);
  await vi.waitFor(() => expect(mailsTo(product.dataDir, right)).toHaveLength(1), { interval: 50 });
  const [mail = ''] = mailsTo(product.dataDir, right);
  expect(mail).toContain('you are the admin of Asha Verma.');
  const password = 'a first password 4711';
  await anybody.ask(resetPassword, { body: { token: tokenIn(mail), password, confirmPassword: password } });
  await correct(`new-${right}`);
  expect(await signIn(`new-${right}`, password)).toBe(200);
  const { rows } = await pool.query(
    `select type from event_store.events where stream = $1 and type = 'UserInvited'`,
    [userStream(UserId.parse(admin?._id))],
  );
  expect(rows).toHaveLength(1);
});

test('an email that is taken creates nothing, and names the field', async () => {
  const form = { ...newForm(), email: people.rivalAdmin };
  expect(await superAdmin.call(createAdmin, { body: form })).toMatchObject({
    status: 409,
    code: 'email-taken',
    errors: { email: 'This email is already in use' },
  });
  expect((await superAdmin.ask(listTenants, { query: { search: form.organizationName } })).data).toEqual([]);
});

test('an admin is edited, and an organisation renamed; operators and super admins are not found', async () => {
  const form = newForm();
  const { tenant, user } = (await superAdmin.ask(createAdmin, { body: form })).data;
  const email = `new-${form.email}`;
  await superAdmin.ask(updateAdmin, { params: { id: user._id }, body: { email, fullName: 'Omar F.' } });
  await superAdmin.ask(renameTenant, {
    params: { id: tenant._id },
    body: { organizationName: `New ${form.username}` },
  });
  expect(await tenantOf(email)).toMatchObject({
    organizationName: `New ${form.username}`,
    admin: { fullName: 'Omar F.', email },
  });
  const operator = await product.signIn(people.rivalOperator);
  for (const { id } of [operator, superAdmin])
    expect(
      await superAdmin.call(updateAdmin, { params: { id }, body: { fullName: 'Nobody' } }),
    ).toMatchObject({
      status: 404,
      code: 'user-not-found',
    });
});

test('the toggle suspends with a reason and reactivates; of two suspensions at once one wins', async () => {
  const admin = await product.signIn(people.rivalAdmin);
  const toggle = (body: { reason?: string; revision?: number }) =>
    superAdmin.call(toggleAdminStatus, { params: { id: admin.id }, body });
  expect(await toggle({})).toMatchObject({ status: 400, code: 'reason-required' });
  const { revision } = await tenantOf(people.rivalAdmin);
  const answers = await Promise.all([
    toggle({ reason: 'Unpaid invoices', revision }),
    superAdmin.call(suspendTenant, { params: { id: rival._id }, body: { reason: 'Fraud', revision } }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await admin.call(listLeads)).status).toBe(403);
  const { status, reason } = await tenantOf(people.rivalAdmin);
  expect(status).toBe('suspended');
  expect(['Unpaid invoices', 'Fraud']).toContain(reason);
  expect((await superAdmin.ask(listTenants, { query: { status: 'suspended' } })).data).toMatchObject([
    { _id: rival._id },
  ]);
  expect(JSON.parse((await toggle({})).text)).toMatchObject({ data: { status: 'active' } });
  expect((await admin.call(listLeads)).status).toBe(200);
});

test('a deleted organisation is restored with its data and its sessions', async () => {
  const admin = await product.signIn(people.rivalAdmin);
  const before = (await admin.ask(listLeads)).data;
  const { keptUntil } = (
    await superAdmin.ask(deleteAdmin, { params: { id: admin.id }, query: { reason: 'Contract ended' } })
  ).data;
  expect((Date.parse(keptUntil) - Date.now()) / 86_400_000).toBeCloseTo(30, 1);
  expect((await admin.call(listLeads)).status).toBe(401);
  expect(await signIn(people.rivalAdmin)).not.toBe(200);
  expect(await tenantOf(people.rivalAdmin)).toMatchObject({
    status: 'deleted',
    reason: 'Contract ended',
    keptUntil,
  });
  expect(await superAdmin.call(deleteTenant, { params: { id: rival._id }, query: {} })).toMatchObject({
    status: 404,
    code: 'tenant-not-found',
  });
  await superAdmin.ask(restoreTenant, { params: { id: rival._id } });
  expect((await admin.ask(listLeads)).data).toEqual(before);
  expect(await signIn(people.rivalAdmin)).toBe(200);
});

/** Every table that has a row of the tenant, with its number of rows. */
async function rowsOf(tenant: string): Promise<Record<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and a.attname = 'tenant' and not a.attisdropped
        and c.relnamespace = 'public'::regnamespace`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from "${name}" where tenant = $1`,
      [tenant],
    );
    const n = rows[0]?.n ?? 0;
    if (n > 0) counts[name.replace(/_g\d+$/, '')] = n;
  }
  return counts;
}

/** The number of the tenant's events up to a position that the search of the audit history finds. */
async function textsUpTo(position: Position, tenant: string): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    'select count(*)::int as n from audit_texts where tenant = $1 and position <= $2',
    [tenant, position],
  );
  return rows[0]?.n ?? 0;
}

test('the rows of a deleted organisation are removed after its retention period, and its emails are free', async () => {
  const id = TenantId.parse((await tenantOf(people.admin))._id);
  const others = await rowsOf(rival._id);
  expect(Object.keys(await rowsOf(id))).toContain('leads');
  const before = await store.head();
  expect(await textsUpTo(before, id)).toBeGreaterThan(0);
  // A retention period of no time, which a call cannot ask for.
  await execute(
    { store, forgetLookup: () => {} },
    {
      aggregate: tenants,
      stream: tenantStream(id),
      tenant: id,
      command: { type: 'DeleteTenant', reason: null, keptUntil: new Date().toISOString() },
      ...bySystem('test'),
      commandId: newCommandId(),
      creates: false,
    },
  );
  // The history, whose search may have texts of the removal itself until the second run, and the accounts.
  const kept = [
    'audit_chain',
    'audit_chain_progress',
    'audit_events',
    'audit_texts',
    'erased_tenants',
    'payments',
  ];
  await vi.waitFor(
    async () => {
      const left = Object.keys(await rowsOf(id)).filter((name) => !kept.includes(name));
      expect(left.sort()).toEqual(['subscriptions', 'tenant_changes', 'tenants']);
      expect(await textsUpTo(before, id)).toBe(0);
    },
    { interval: 100 },
  );
  const { rows: keys } = await pool.query(
    'select from event_store.personal_keys where tenant = $1 and key is not null',
    [id],
  );
  expect(keys).toHaveLength(0);
  expect(await rowsOf(rival._id)).toMatchObject({ leads: others['leads'], users: others['users'] });
  // A job has erased it, so the super admin's reads do not wait for that.
  await expect
    .poll(async () => (await superAdmin.ask(listTenants, { query: { status: 'erased', limit: 500 } })).data)
    .toContainEqual(expect.objectContaining({ _id: id, status: 'erased', admin: null, users: 0, leads: 0 }));
  expect(await superAdmin.call(restoreTenant, { params: { id } })).toMatchObject({
    code: 'tenant-not-found',
  });
  // A second run removes rows that were added since.
  const waiting = async () => {
    const { rows } = await pool.query<{ id: string; hours: number }>(
      `select id::text, extract(epoch from run_at - now())::float8 / 3600 as hours
         from graphile_worker.jobs where key = $1 and locked_at is null`,
      [`erase-tenant ${id}`],
    );
    return rows;
  };
  await expect.poll(async () => (await waiting()).map(({ hours }) => Math.round(hours))).toEqual([1]);
  await pool.query(`insert into place_blocks (tenant, series, first, last) values ($1, 'late', 1, 10)`, [id]);
  await pool.query('select graphile_worker.reschedule_jobs($1::bigint[], now())', [
    (await waiting()).map((job) => job.id),
  ]);
  await expect.poll(async () => Object.keys(await rowsOf(id))).not.toContain('place_blocks');
  // The emails of its users can be used again.
  const { status } = await superAdmin.call(createAdmin, { body: { ...newForm(), email: people.admin } });
  expect(status).toBe(201);
});
