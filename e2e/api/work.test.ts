import { randomUUID } from 'node:crypto';
import { logout } from '@crm/contracts/auth/auth.ts';
import { getLead, listLeads } from '@crm/contracts/leads/read.ts';
import { addOperatorComment, updateLead } from '@crm/contracts/leads/write.ts';
import { changeSettings } from '@crm/contracts/tenants/settings.ts';
import {
  listCallbacks,
  listUrgentLeads,
  setBreak,
  skipLead,
  takeLead,
  teamWork,
  workQueue,
} from '@crm/contracts/work/work.ts';
import { LeadId, TenantId, UserId } from '@crm/events/ids.ts';
import { leads } from '@crm/events/leads/aggregate.ts';
import { LEASE_MINUTES } from '@crm/events/leads/lease.ts';
import { leadStream, userStream } from '@crm/events/streams.ts';
import { bySystem, newCommandId } from '@crm/platform/commands/envelope.ts';
import { execute } from '@crm/platform/commands/execute.ts';
import type { EventStore } from '@crm/platform/event-store/port.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { createProgress } from '@crm/platform/runner/progress.ts';
import { testPools } from '@crm/platform/test/test-pools.ts';
import { testStore } from '@crm/platform/test/test-store.ts';
import { releaseEnded, releaseOwn } from '@crm/workers/work/release.ts';
import { expect, test, vi } from 'vitest';
import { archiveOfLines, organisation, writtenOnly } from './archives.ts';
import type { Person } from './calls.ts';
import { sharedProduct } from './product.ts';

const product = await sharedProduct({ leads: 400 });
const admin = await product.signIn(product.people.admin);
const first = await product.signIn(product.people.operator);
const second = await product.signIn(product.people.operator2);

const queueOf = async (operator: Person) => (await operator.ask(workQueue)).data;
const take = async (operator: Person, leadIds: string[]) =>
  (await operator.ask(takeLead, { body: { leadIds } })).data.leadId;
const call = (operator: Person, id: string, callbackAt?: string) =>
  operator.ask(addOperatorComment, {
    params: { id },
    body: { content: callbackAt ? 'Connected - Call Back' : 'Not Connected - Ringing', callbackAt },
  });
const openLeads = async (filters: object) =>
  (await admin.ask(listLeads, { query: { ...filters, open: true, limit: 500 } })).data;
const operatorOf = async (id: string) =>
  (await admin.ask(getLead, { params: { id } })).data.lead.assignedOperator?._id ?? null;

const stateOf = async (operator: Person) =>
  (await admin.ask(teamWork)).data.find(({ operatorId }) => operatorId === operator.id);

/** Takes the first available lead of the queue; null when the queue is empty. */
async function takeNext(operator: Person): Promise<string | null> {
  for (;;) {
    const { candidates } = await queueOf(operator);
    if (candidates.length === 0) return null;
    const taken = await take(operator, candidates);
    if (taken !== null) return taken;
  }
}

/** An unassigned open lead that has no request. */
async function unassignedLead() {
  const [lead] = (await openLeads({ assignmentStatus: 'unassigned' })).filter(
    ({ pendingStatusChange }) => pendingStatusChange === null,
  );
  if (!lead) throw new Error('The demo has unassigned leads');
  return lead._id;
}

test('gives no unassigned lead while the tenant does not allow taking, and none of another operator', async () => {
  const [ofSecond] = await openLeads({ assignedOperator: second.id });
  expect(await take(first, [await unassignedLead(), ofSecond?._id ?? ''])).toBeNull();
  expect(await queueOf(first)).toMatchObject({ takingAllowed: false, counts: { unassigned: 0 } });
  expect(await admin.call(takeLead, { body: { leadIds: [await unassignedLead()] } })).toMatchObject({
    code: 'operator-required',
  });
});

test('orders the queue: taken, due callbacks, urgent, not called yet, unassigned', async () => {
  await admin.ask(changeSettings, { body: { takingAllowed: true } });
  const own = (await openLeads({ assignedOperator: first.id })).filter(
    ({ pendingStatusChange }) => pendingStatusChange === null,
  );
  const [one, two] = own;
  if (!one || !two) throw new Error('The demo has leads of the operator');
  await admin.ask(updateLead, { params: { id: two._id }, body: { isUrgent: true } });
  let soon = '';
  // On a busy machine, the time may have passed when the call arrives.
  await vi.waitFor(() => {
    soon = new Date(Date.now() + 1_500).toISOString();
    return call(first, one._id, soon);
  });
  expect((await first.ask(listCallbacks)).data[0]).toMatchObject({ _id: one._id, at: soon });
  await vi.waitFor(async () => expect((await queueOf(first)).next[0]?.lead._id).toBe(one._id));

  const { next, counts } = await queueOf(first);
  const order = ['taken', 'callback', 'urgent', 'new', 'unassigned'];
  const reasons = next.map(({ why }) => order.indexOf(why));
  expect(reasons).toEqual(reasons.toSorted());
  expect(counts).toMatchObject({ callbacks: 1 });
  expect(counts.unassigned).toBeGreaterThan(0);

  expect(await takeNext(first)).toBe(one._id);
  const { current, candidates } = await queueOf(first);
  expect(current).toMatchObject({ lead: { _id: one._id }, why: 'callback' });
  expect(candidates).not.toContain(one._id);
  const { data: team } = await admin.ask(teamWork);
  expect(team).toMatchObject([{ operatorId: first.id, state: 'working', lead: { _id: one._id } }]);

  // The outcome ends the work on the lead and the promise.
  await call(first, one._id);
  const after = await queueOf(first);
  expect(after.current).toBeNull();
  expect((await first.ask(listCallbacks)).data.map(({ _id }) => _id)).not.toContain(one._id);
  const [before] = team;
  const ended = (await admin.ask(teamWork)).data;
  expect(ended).toMatchObject([{ state: 'idle', lead: null }]);
  // The day may end between the reads, also after the call.
  expect([0, 1, (before?.callsToday ?? 0) + 1]).toContain(ended[0]?.callsToday);
});

test('a skipped lead returns to the other operators and not to the one who skipped it', async () => {
  const id = await unassignedLead();
  expect(await take(first, [id])).toBe(id);
  expect(await operatorOf(id)).toBe(first.id);
  expect(await take(second, [id])).toBeNull();
  expect((await first.ask(skipLead, { params: { id } })).data).toEqual({ isSkipped: true });
  expect(await operatorOf(id)).toBeNull();
  expect((await queueOf(first)).candidates).not.toContain(id);
  expect(await take(second, [id])).toBe(id);
});

test('a lead of the operator that is not taken is not skipped', async () => {
  const [lead] = await openLeads({ assignedOperator: first.id });
  const id = lead?._id ?? '';
  expect((await first.ask(skipLead, { params: { id } })).data).toEqual({ isSkipped: false });
  expect(await operatorOf(id)).toBe(first.id);
});

test('a break and a sign-out release the taken lead; on a break, the operator gets none', async () => {
  const id = await unassignedLead();
  await take(first, [id]);
  await first.ask(setBreak, { body: { isOnBreak: true } });
  await vi.waitFor(async () => expect(await operatorOf(id)).toBeNull());
  expect(await first.call(takeLead, { body: { leadIds: [id] } })).toMatchObject({ code: 'on-break' });
  expect((await queueOf(first)).isOnBreak).toBe(true);
  // The release is of a job, and the team's work is another read model than the leads.
  await expect.poll(() => stateOf(first)).toMatchObject({ state: 'break', lead: null });
  await first.ask(setBreak, { body: { isOnBreak: false } });

  const again = await product.signIn(product.people.operator);
  expect(await take(again, [id])).toBe(id);
  await again.ask(logout);
  await vi.waitFor(async () => expect(await operatorOf(id)).toBeNull());
  await expect.poll(() => stateOf(first)).toMatchObject({ state: 'signed-out' });
});

test('a sign-out releases no lead that the operator takes after it', async () => {
  const before = new Date(Date.now() - 1_000);
  const id = await unassignedLead();
  await take(first, [id]);
  await vi.waitFor(async () => expect((await queueOf(first)).current?.lead._id).toBe(id));
  const store = testStore(product.database.url);
  const log = openLog('silent');
  const pools = testPools(product.database.url, log);
  const [created] = await store.readStream(userStream(UserId.parse(first.id)), { limit: 1 });
  // Tried again like the job, when a read model is behind for longer than the job waits.
  const releaseBy = (at: Date) =>
    vi.waitFor(async () =>
      releaseOwn.run(
        {
          tenant: created?.meta.tenant ?? '',
          operator: first.id,
          reason: 'signed-out',
          position: await store.head(),
          at: at.toISOString(),
        },
        { pools, store, forgetLookup: () => {}, log, attempt: 1, signal: new AbortController().signal },
      ),
    );
  // The read model shows a release a little later, so the stream is read.
  const leaseEvents = ['LeadTaken', 'LeadReleased'];
  const lastOf = async () =>
    (await store.readStream(leadStream(LeadId.parse(id)))).findLast(({ type }) => leaseEvents.includes(type))
      ?.type;
  await releaseBy(before);
  expect(await lastOf()).toBe('LeadTaken');
  await releaseBy(new Date());
  expect(await lastOf()).toBe('LeadReleased');
  await pools.end();
});

/** Waits until the read models show all leases. */
async function leasesRead(store: EventStore) {
  const progress = createProgress(product.database.everyTenant);
  const head = await store.head();
  const names = ['leads', 'work', 'tenants'];
  await vi.waitFor(async () =>
    expect(await progress.waitFor(names, head, { timeoutMs: 1_000 })).not.toBe('stale'),
  );
}

/** Lets an operator take an unassigned lead, with a lease that ended these minutes ago; below 0, it ends in the future. */
async function leaseEnded(store: EventStore, minutesAgo: number): Promise<string> {
  const id = await unassignedLead();
  const [created] = await store.readStream(userStream(UserId.parse(first.id)), { limit: 1 });
  const taken = await execute(
    { store, forgetLookup: () => {} },
    {
      aggregate: leads,
      stream: leadStream(LeadId.parse(id)),
      tenant: TenantId.parse(created?.meta.tenant),
      command: {
        type: 'TakeLead',
        operator: { id: UserId.parse(first.id), name: 'An operator' },
        now: new Date(Date.now() - (LEASE_MINUTES + minutesAgo) * 60_000).toISOString(),
        mayTakeUnassigned: true,
      },
      ...bySystem('test'),
      commandId: newCommandId(),
      creates: false,
    },
  );
  expect(taken.kind).toBe('executed');
  // Not until the operator has the lead: the product's own schedule may have released it by then.
  await leasesRead(store);
  return id;
}

test('a lease that has ended is released', async () => {
  const store = testStore(product.database.url);
  const id = await leaseEnded(store, 15);
  // Called again, because the read model may show the lease a little later.
  await vi.waitFor(async () => {
    await releaseEnded({ pool: product.database.everyTenant, store });
    expect(await operatorOf(id)).toBeNull();
  });
});

test('a lead that cannot be released does not keep the others', async () => {
  const store = testStore(product.database.url);
  // Leases that end later: the product's own schedule does not release them first.
  const stuck = leadStream(LeadId.parse(await leaseEnded(store, -15)));
  const id = await leaseEnded(store, -60);
  const later = new Date(Date.now() + 120 * 60_000);
  const append: EventStore['append'] = (each) =>
    each.stream === stuck ? Promise.resolve({ kind: 'unavailable', reason: 'a test' }) : store.append(each);
  await leasesRead(store);
  const pool = product.database.everyTenant;
  const released = releaseEnded({ pool, store: { ...store, append }, by: later });
  await expect(released).rejects.toThrow(/unavailable/);
  expect((await store.readStream(leadStream(LeadId.parse(id)))).map(({ type }) => type)).toContain(
    'LeadReleased',
  );
  await releaseEnded({ pool, store, by: later });
});

test('leads of an import that is not complete are left as they are', async () => {
  const superAdmin = await product.signIn('super@demo.test');
  const { lines, manifest } = organisation();
  const [, user, lead] = lines;
  const operator = { id: String(user['stream']).replace('user-', ''), name: 'Omar' };
  const takenAt = '2026-03-01T11:00:00.000Z';
  const data = { operator, until: takenAt, fromPool: true };
  const taken = { ...lead, id: randomUUID(), type: 'LeadTaken', version: 1, revision: 1, at: takenAt, data };
  await writtenOnly(product, superAdmin, await archiveOfLines(manifest, [...lines, taken]));
  const store = testStore(product.database.url);
  await leasesRead(store);
  await releaseEnded({ pool: product.database.everyTenant, store });
  const types = (await store.readStream(String(lead['stream']))).map(({ type }) => type);
  expect(types).toEqual(['LeadCreated', 'LeadTaken']);
});

test('two operators who pull all leads at once get none twice and lose none', async () => {
  const isWorkable = ({ pendingStatusChange }: { pendingStatusChange: unknown }) =>
    pendingStatusChange === null;
  const unassigned = (await openLeads({ assignmentStatus: 'unassigned' })).filter(isWorkable);
  async function pullAll(operator: Person): Promise<string[]> {
    const done: string[] = [];
    for (let id = await takeNext(operator); id !== null; id = await takeNext(operator)) {
      done.push(id);
      await call(operator, id);
    }
    return done;
  }
  const pulled = (await Promise.all([pullAll(first), pullAll(second)])).flat();
  expect(new Set(pulled).size).toBe(pulled.length);
  expect(pulled.length).toBeGreaterThan(unassigned.length);
  // The first operator skipped one of them in this hour; the second one got it.
  expect(pulled).toEqual(expect.arrayContaining(unassigned.map(({ _id }) => _id)));
  expect((await openLeads({ assignmentStatus: 'unassigned' })).filter(isWorkable)).toEqual([]);
});

test("the urgent list is the operator's own", async () => {
  const [lead] = (await openLeads({ assignedOperator: second.id })).filter(
    ({ pendingStatusChange }) => pendingStatusChange === null,
  );
  const id = lead?._id ?? '';
  await admin.ask(updateLead, { params: { id }, body: { isUrgent: true } });
  expect((await second.ask(listUrgentLeads)).data.map(({ _id }) => _id)).toContain(id);
  expect((await first.ask(listUrgentLeads)).data.map(({ _id }) => _id)).not.toContain(id);
});

test('the pace of the last hour counts calls before midnight, too', async () => {
  const [lead] = await openLeads({ assignedOperator: second.id });
  await call(second, lead?._id ?? '');
  // In this zone, the day began in this hour.
  const now = new Date();
  const hours = now.getUTCHours();
  const timeZone = hours <= 12 ? `Etc/GMT+${hours}` : `Etc/GMT-${24 - hours}`;
  const midnight = new Date(now).setUTCMinutes(0, 0, 0);
  const paceOf = async () => {
    const { data } = await admin.ask(teamWork, { query: { timeZone } });
    return data.find(({ operatorId }) => operatorId === second.id);
  };
  await vi.waitFor(async () => expect((await paceOf())?.callsLastHour).toBeGreaterThan(0));
  const before = await paceOf();
  const pools = testPools(product.database.url, openLog('silent'));
  await pools.background.query(
    `update work_actions set at = greatest($3, now() - interval '50 minutes')
      where operator_id = $1 and lead_id = $2 and type = 'call'`,
    [second.id, lead?._id, new Date(midnight - 1_000)],
  );
  expect((await paceOf())?.callsLastHour).toBe(before?.callsLastHour);
  // Other files compare the rows of the shared product with a rebuild.
  await pools.background.query(
    `update work_actions a set at = date_trunc('milliseconds', e.at)
       from event_store.events e where e.id = a.id and a.operator_id = $1`,
    [second.id],
  );
  await pools.end();
});
