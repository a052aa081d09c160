import { randomUUID } from 'node:crypto';
import { getBatch } from '@crm/contracts/batches/batches.ts';
import { getLead, listLeads } from '@crm/contracts/leads/read.ts';
import { assignLead, createLead } from '@crm/contracts/leads/write.ts';
import { createUser, deleteUser, getUser, updateUser } from '@crm/contracts/users/users.ts';
import { LeadId, TenantId, UserId } from '@crm/events/ids.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import { leadStream, userStream } from '@crm/events/streams.ts';
import { users } from '@crm/events/users/aggregate.ts';
import { NO_ORIGIN, newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sharedProduct } from './product.ts';
import { leadForm, operatorForm } from './samples.ts';

const product = await sharedProduct();
const admin = await product.signIn(product.people.admin);
const [omar, tara] = [
  await product.signIn(product.people.operator),
  await product.signIn(product.people.operator2),
];
const rival = await product.signIn(product.people.rivalOperator);
const store = testStore(product.database.url);

let made = 0;
/** A new operator with so many leads. */
async function operatorWith(count: number) {
  made += 1;
  const form = operatorForm(`leaving${made}-${randomUUID().slice(0, 8)}`);
  const { _id: id, fullName: name } = (await admin.ask(createUser, { body: form })).data.user;
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const lead = (await admin.ask(createLead, { body: leadForm() })).data.lead._id;
    await admin.ask(assignLead, { params: { id: lead }, body: { operatorId: id } });
    ids.push(lead);
  }
  return { id, name, leads: ids };
}

async function endOf(batchId: string | undefined) {
  const batch = async () => (await admin.ask(getBatch, { params: { id: batchId ?? '' } })).data.batch;
  await expect.poll(async () => (await batch()).state).toBe('done');
  return batch();
}
const lead = async (id: string) => (await admin.ask(getLead, { params: { id } })).data;
const assigneeOf = async (id: string) => (await lead(id)).lead.assignedOperator?._id ?? null;
const handOver = (...operatorIds: string[]) => ({ leads: 'hand-over' as const, operatorIds });
const unassign = { leads: 'unassign' as const };
const Started = z.object({ batchId: z.string() });

describe('the leads of an operator who is deleted', () => {
  test('are handed over to several operators in turns, and their history keeps the name', async () => {
    const leaving = await operatorWith(5);
    const { data } = await admin.ask(deleteUser, {
      params: { id: leaving.id },
      query: handOver(omar.id, tara.id),
    });
    const batch = await endOf(data.batchId);
    expect(batch).toMatchObject({
      kind: 'lead-hand-over',
      title: `Hand over the leads of ${leaving.name} to 2 operators`,
      done: 5,
      total: 5,
      counts: { successful: 5, skipped: 0, failed: 0 },
      result: { message: '5 leads handed over' },
    });
    const now = await Promise.all(leaving.leads.map(assigneeOf));
    expect(now).toEqual([omar.id, tara.id, omar.id, tara.id, omar.id]);
    const { timeline } = await lead(leaving.leads[0] ?? '');
    const [last] = timeline.filter(({ event }) => event === 'LeadAssigned');
    expect(last).toMatchObject({
      content: expect.stringMatching(`^Reassigned from ${leaving.name} to `),
      metadata: { reason: `${leaving.name} was deleted` },
    });
    expect(await admin.call(getUser, { params: { id: leaving.id } })).toMatchObject({ status: 404 });
  });

  test('are unassigned', async () => {
    const leaving = await operatorWith(2);
    const params = { id: leaving.id };
    const { data } = await admin.ask(deleteUser, { params, query: unassign });
    expect(await endOf(data.batchId)).toMatchObject({ result: { message: '2 leads unassigned' } });
    expect(await Promise.all(leaving.leads.map(assigneeOf))).toEqual([null, null]);
  });

  test('stay assigned if the call does not say what becomes of them', async () => {
    const leaving = await operatorWith(1);
    expect(await admin.ask(deleteUser, { params: { id: leaving.id } })).toMatchObject({
      message: 'User deleted successfully',
      data: {},
    });
    expect(await assigneeOf(leaving.leads[0] ?? '')).toBe(leaving.id);
  });

  test('are not handed over to unknown, inactive or foreign operators, or to the operator themselves', async () => {
    const leaving = await operatorWith(1);
    const before = await product.events();
    for (const id of [randomUUID(), rival.id, admin.id])
      expect(
        await admin.call(deleteUser, { params: { id: leaving.id }, query: handOver(omar.id, id) }),
      ).toMatchObject({ errors: { operatorIds: 'Operator not found' } });
    expect(
      await admin.call(deleteUser, { params: { id: leaving.id }, query: handOver(leaving.id) }),
    ).toMatchObject({ status: 400, errors: { operatorIds: 'Select other operators' } });
    expect(await product.events()).toBe(before);
  });

  test('include those that are assigned to the operator until all running work has ended', async () => {
    const leaving = await operatorWith(1);
    const [late = ''] = (await operatorWith(1)).leads;
    const stream = leadStream(LeadId.parse(late));
    const [first] = await store.readStream(stream, { limit: 1 });
    const tenant = TenantId.parse(first?.meta.tenant);
    // An upload that started before, as another process runs it: it still knows the operator.
    const upload = randomUUID();
    await product.database.everyTenant.query(
      `insert into batch_runs (id, tenant, kind, position, lease, leased_until)
       values ($1, $2, 'lead-upload', '', $1, 'infinity')`,
      [upload, tenant],
    );
    const params = { id: leaving.id };
    const { data } = await admin.ask(deleteUser, { params, query: handOver(tara.id) });
    await expect.poll(() => assigneeOf(leaving.leads[0] ?? '')).toBe(tara.id);
    await execute(
      { store, forgetLookup: () => {} },
      {
        aggregate: leads,
        stream,
        tenant,
        command: {
          type: 'AssignLead',
          operator: { id: UserId.parse(leaving.id), name: leaving.name },
          reason: null,
        },
        actor: { kind: 'user', id: UserId.parse(admin.id), name: 'Anita', role: 'admin' },
        origin: NO_ORIGIN,
        commandId: newCommandId(),
        creates: false,
      },
    );
    await expect.poll(() => assigneeOf(late)).toBe(tara.id);
    await product.database.everyTenant.query('delete from batch_runs where id = $1', [upload]);
    expect(await endOf(data.batchId)).toMatchObject({ counts: { successful: 2, skipped: 0, failed: 0 } });
  });

  test('are handed over also if the process of the call dies after the event', async () => {
    const leaving = await operatorWith(2);
    const id = UserId.parse(leaving.id);
    const [first] = await store.readStream(userStream(id), { limit: 1 });
    // The call's event alone, without anything that the call does after it.
    await execute(
      { store, forgetLookup: () => {} },
      {
        aggregate: users,
        stream: userStream(id),
        tenant: TenantId.parse(first?.meta.tenant),
        command: {
          type: 'DeleteUser',
          id,
          by: UserId.parse(admin.id),
          lastInRole: false,
          leads: [{ id: UserId.parse(tara.id), name: 'Tara' }],
        },
        actor: { kind: 'user', id: UserId.parse(admin.id), name: 'Anita', role: 'admin' },
        origin: { ip: '192.0.2.200', userAgent: 'browser' },
        commandId: newCommandId(),
        creates: false,
      },
    );
    await expect.poll(() => Promise.all(leaving.leads.map(assigneeOf))).toEqual([tara.id, tara.id]);
    const { timeline } = await lead(leaving.leads[0] ?? '');
    expect(timeline.find(({ event }) => event === 'LeadAssigned')).toMatchObject({
      metadata: { reason: `${leaving.name} was deleted`, ipAddress: '192.0.2.200' },
    });
  });

  test('are unassigned when another admin deletes the receiving operator at the same time', async () => {
    const [one, other] = [await operatorWith(2), await operatorWith(2)];
    const answers = await Promise.all([
      admin.call(deleteUser, { params: { id: one.id }, query: handOver(other.id) }),
      admin.call(deleteUser, { params: { id: other.id }, query: unassign }),
    ]);
    expect(answers[1].status).toBe(200);
    // The first one was refused if the receiver had left before.
    if (answers[0].status !== 200) {
      expect(answers[0]).toMatchObject({ errors: { operatorIds: 'Operator not found' } });
      await admin.ask(deleteUser, { params: { id: one.id }, query: unassign });
    }
    const own = async (operator: string) =>
      (await admin.ask(listLeads, { query: { assignedOperator: operator } })).pagination?.total;
    await expect.poll(() => own(one.id)).toBe(0);
    await expect.poll(() => own(other.id)).toBe(0);
  });
});

describe('the leads of an operator who is deactivated', () => {
  test('follow the first of two admins', async () => {
    const leaving = await operatorWith(3);
    const deactivate = (to: string) =>
      admin.ask(updateUser, { params: { id: leaving.id }, body: { isActive: false, ...handOver(to) } });
    const answers = await Promise.all([deactivate(omar.id), deactivate(tara.id)]);
    const [started, ...others] = answers.flatMap(({ data }) => data.batchId ?? []);
    expect(others).toEqual([]);
    const receiver = answers[0].data.batchId ? omar.id : tara.id;
    await endOf(started);
    expect(await Promise.all(leaving.leads.map(assigneeOf))).toEqual([receiver, receiver, receiver]);
    const { user } = (await admin.ask(getUser, { params: { id: leaving.id } })).data;
    expect(user).toMatchObject({ isActive: false, assignedLeadsCount: 0 });
    const types = (await store.readStream(userStream(UserId.parse(leaving.id)))).map(({ type }) => type);
    expect(types).toEqual(['UserCreated', 'UserEdited', 'UserLeadsHandedOver']);
  });

  test('are not handed over by an edit that leaves the operator active', async () => {
    const leaving = await operatorWith(0);
    expect(
      await admin.call(updateUser, { params: { id: leaving.id }, body: handOver(omar.id) }),
    ).toMatchObject({
      status: 400,
      errors: { leads: 'Leads are handed over only when the operator is deactivated or becomes an admin' },
    });
  });
});

test('the leads of an operator who becomes an admin are handed over', async () => {
  const leaving = await operatorWith(2);
  const { data } = await admin.ask(updateUser, {
    params: { id: leaving.id },
    body: { role: 'admin', ...handOver(omar.id) },
  });
  expect(await endOf(data.batchId)).toMatchObject({ result: { message: '2 leads handed over' } });
  expect(await Promise.all(leaving.leads.map(assigneeOf))).toEqual([omar.id, omar.id]);
  const { timeline } = await lead(leaving.leads[0] ?? '');
  expect(timeline.find(({ event }) => event === 'LeadAssigned')).toMatchObject({
    metadata: { reason: `${leaving.name} became an admin` },
  });
});

test.each(['deactivated', 'deleted'] as const)(
  'the leads of an operator who is %s are handed over by one batch when the call is repeated under its key, also after the receiver left',
  async (how) => {
    const [leaving, other, receiver] = [await operatorWith(1), await operatorWith(1), await operatorWith(0)];
    const leave = (
      { id }: typeof leaving,
      over: typeof unassign | ReturnType<typeof handOver> = handOver(receiver.id),
    ) => {
      const call = { params: { id }, headers: { 'idempotency-key': id } };
      return how === 'deleted'
        ? admin.call(deleteUser, { ...call, query: over })
        : admin.call(updateUser, { ...call, body: { isActive: false, ...over } });
    };
    const first = await leave(leaving);
    expect(first).toMatchObject({ status: 200, success: true });
    const same = { status: first.status, text: first.text };
    expect(await leave(leaving)).toMatchObject(same);
    expect(await endOf(Started.parse(first.data).batchId)).toMatchObject({ counts: { successful: 1 } });
    await admin.ask(updateUser, { params: { id: receiver.id }, body: { isActive: false, ...unassign } });
    expect(await leave(leaving)).toMatchObject(same);
    expect(await leave(leaving, unassign)).toMatchObject({ status: 422, code: 'key-reused' });
    // A new call to the same operator is refused.
    expect(await leave(other)).toMatchObject({ errors: { operatorIds: 'Operator not found' } });
    expect(await assigneeOf(other.leads[0] ?? '')).toBe(other.id);
  },
);
