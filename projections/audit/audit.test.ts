import { randomUUID } from 'node:crypto';
import {
  type AuditEntry,
  type AuditFilters,
  explainAuditLog,
  exportAuditLogs,
  listAllAuditLogs,
  listAuditChoices,
  listAuditLogs,
} from '@crm/contracts/audit/audit.ts';
import type { Actor, EventMeta } from '@crm/events/envelope/envelope.ts';
import { LeadId, OfferId, PLATFORM_TENANT, PostbackId, type TenantId, UserId } from '@crm/events/ids.ts';
import { leadCreated, leadDeleted, leadEdited, statusChanged } from '@crm/events/leads/story.ts';
import { offerCreated, offerDeleted, offerEdited } from '@crm/events/offers/story.ts';
import { postbackCreated } from '@crm/events/postbacks/story.ts';
import {
  batchStream,
  leadStream,
  offerStream,
  postbackStream,
  sessionStream,
  userStream,
} from '@crm/events/streams.ts';
import { userCreated, userEdited } from '@crm/events/users/story.ts';
import type { SignedInCaller } from '@crm/platform/http/caller.ts';
import type { Push } from '@crm/platform/live/messages.ts';
import { adminsOf, SUPER_ADMINS } from '@crm/platform/live/rooms.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type AnyEvent, callerOf, newTenant, openWorld } from '../test/world.ts';

const db = await testDatabase();
let pushed: Push[] = [];
const world = await openWorld(db.url, (pushes) => void pushed.push(...pushes));
afterAll(world.close);

let tenant: TenantId;
let admin: SignedInCaller;
const superAdmin = callerOf('super_admin', PLATFORM_TENANT);
beforeEach(() => {
  tenant = newTenant();
  admin = callerOf('admin', tenant, { name: 'Anita Rao' });
});

const ip = '203.0.113.7';
const byAdmin = (): Partial<EventMeta> => ({ actor: actorOf(admin), ip, userAgent: 'Firefox' });
const actorOf = ({ id, name, role }: SignedInCaller): Actor => ({ kind: 'user', id, name, role });
const newLead = () => leadStream(LeadId.parse(randomUUID()));
const partner: Partial<EventMeta> = { actor: { kind: 'partner', apiKeyId: null }, ip: '198.51.100.1' };

const pageOf = async (query: object = {}, caller = admin) =>
  (await world.ask(listAuditLogs, caller, { query })).data;
const found = async (filters: AuditFilters) => (await pageOf(filters)).entries.map(({ type }) => type);

/** A lead of a partner that the admin edits, and a sign-in from another address. */
async function someHistory() {
  const lead = newLead();
  await world.say(lead, tenant, [leadCreated()], partner);
  await world.say(lead, tenant, [leadEdited({ customer: { phone: '+91 90000 00001' } })], byAdmin());
  await world.say(lead, tenant, [statusChanged('hold')], byAdmin());
  const signedIn: AnyEvent = { type: 'SignedIn', data: { userId: admin.id } };
  await world.say(sessionStream(randomUUID()), tenant, [signedIn], { ...byAdmin(), ip: '192.0.2.9' });
  return lead;
}

test('an entry says who did what to which record, from where, with the values before and after', async () => {
  const lead = await someHistory();
  const { entries } = await pageOf();
  expect(entries.map(({ type }) => type)).toEqual([
    'SignedIn',
    'LeadStatusChanged',
    'LeadEdited',
    'LeadCreated',
  ]);
  expect(entries[2]).toEqual<AuditEntry>({
    _id: expect.any(String),
    eventId: expect.any(String),
    createdAt: expect.any(String),
    organization: null,
    actor: { _id: admin.id, name: 'Anita Rao', role: 'admin' },
    type: 'LeadEdited',
    action: 'Lead edited',
    reason: null,
    subject: { kind: 'lead', _id: lead.slice(5), name: 'A-1', isDeleted: false },
    changes: [{ field: 'phone', label: 'Phone', from: '+91 98765 43210', to: '+91 90000 00001' }],
    ipAddress: ip,
    userAgent: 'Firefox',
  });
  expect(entries[3]?.actor).toEqual({ _id: null, name: 'Partner', role: 'partner' });
});

test('an edit that stored only new values shows the values before it', async () => {
  const user = userStream(UserId.parse(randomUUID()));
  await world.say(user, tenant, [
    userCreated(),
    userEdited({ fullName: 'Priya Das' }),
    userEdited({ fullName: 'Priya Menon', phone: '+91 1' }),
  ]);
  const { entries } = await pageOf({ subject: user });
  expect(entries.map(({ changes }) => changes.map(({ label, from, to }) => [label, from, to]))).toEqual([
    [
      ['Full Name', 'Priya Das', 'Priya Menon'],
      ['Phone', '', '+91 1'],
    ],
    [['Full Name', 'Priya Nair', 'Priya Das']],
    expect.arrayContaining([['Full Name', '', 'Priya Nair']]),
  ]);
});

test('the entries of a deleted record have its last name', async () => {
  const lead = newLead();
  await world.say(lead, tenant, [leadCreated()]);
  expect((await pageOf()).entries[0]?.subject).toMatchObject({ name: 'A-1', isDeleted: false });
  await world.say(lead, tenant, [leadDeleted()]);
  const offer = offerStream(OfferId.parse(randomUUID()));
  await world.say(offer, tenant, [offerCreated(), offerEdited({ name: 'Knee Oil' }), offerDeleted()]);
  const { entries } = await pageOf();
  expect(entries.every(({ subject }) => subject.isDeleted)).toBe(true);
  expect(entries.map(({ type, subject }) => [type, subject.name])).toEqual([
    ['OfferDeleted', 'Knee Oil'],
    ['OfferEdited', 'Knee Oil'],
    ['OfferCreated', 'Knee Oil'],
    ['LeadDeleted', 'A-1'],
    ['LeadCreated', 'A-1'],
  ]);
});

test('an entry names the deleted records that it mentions, unless they are of another organization', async () => {
  const [own, foreign] = [OfferId.parse(randomUUID()), OfferId.parse(randomUUID())];
  const postback = postbackStream(PostbackId.parse(randomUUID()));
  const filters = { offers: [own, foreign], webmasters: [], paymentModes: [], countries: [] };
  await world.say(offerStream(own), tenant, [
    offerCreated(),
    offerEdited({ name: 'Knee Oil' }),
    offerDeleted(),
  ]);
  await world.say(offerStream(foreign), newTenant(), [offerCreated(), offerDeleted()]);
  await world.say(postback, tenant, [postbackCreated({ filters })]);
  const [entry] = (await pageOf({ subject: postback })).entries;
  expect(entry?.changes.find(({ field }) => field === 'filters')?.to).toBe(`Offers: Knee Oil, ${foreign}`);
});

describe('filters', () => {
  test('by actor, action, record, field, address and time', async () => {
    const lead = await someHistory();
    await world.say(newLead(), tenant, [leadCreated()], partner);
    expect(await found({ actor: admin.id })).toEqual(['SignedIn', 'LeadStatusChanged', 'LeadEdited']);
    expect(await found({ action: 'LeadCreated' })).toHaveLength(2);
    expect(await found({ subject: lead })).toEqual(['LeadStatusChanged', 'LeadEdited', 'LeadCreated']);
    expect(await found({ field: 'Phone' })).toEqual(['LeadEdited']);
    expect(await found({ field: 'status' })).toEqual(['LeadStatusChanged']);
    expect(await found({ subject: lead, field: 'status' })).toEqual(['LeadStatusChanged']);
    expect(await found({ ip: '192.0.2.9' })).toEqual(['SignedIn']);
    expect(await found({ actor: admin.id, action: 'LeadEdited', ip })).toEqual(['LeadEdited']);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect(await found({ startDate: tomorrow })).toEqual([]);
    expect(await found({ endDate: tomorrow, action: 'SignedIn' })).toEqual(['SignedIn']);
    expect(await found({ endDate: '2020-01-01' })).toEqual([]);
  });

  test('a search finds changed values, actors, and all events of a lead', async () => {
    await someHistory();
    expect(await found({ search: '90000 00001' })).toContain('LeadEdited');
    expect(await found({ search: 'anita' })).toEqual(['SignedIn', 'LeadStatusChanged', 'LeadEdited']);
    expect(await found({ search: 'ravi@example.test' })).toEqual([
      'LeadStatusChanged',
      'LeadEdited',
      'LeadCreated',
    ]);
    expect(await found({ search: 'anita', action: 'SignedIn' })).toEqual(['SignedIn']);
    expect(await found({ search: 'no such name' })).toEqual([]);
  });
});

test('pages follow each other in both directions, without gaps', async () => {
  const lead = newLead();
  await world.say(lead, tenant, [leadCreated(), statusChanged('hold'), statusChanged('approved')]);
  await world.say(newLead(), tenant, [leadCreated(), statusChanged('hold')]);
  const whole = (await pageOf()).entries.map(({ _id }) => _id);
  expect(whole).toHaveLength(5);

  const walked: string[] = [];
  let page = await pageOf({ limit: 2 });
  expect(page.newer).toBeNull();
  for (;;) {
    walked.push(...page.entries.map(({ _id }) => _id));
    if (page.older === null) break;
    page = await pageOf({ limit: 2, before: page.older });
  }
  expect(walked).toEqual(whole);
  const back = await pageOf({ limit: 2, after: page.newer });
  expect(back.entries.map(({ _id }) => _id)).toEqual(whole.slice(2, 4));
  const first = await pageOf({ limit: 2, after: back.newer });
  expect(first.entries.map(({ _id }) => _id)).toEqual(whole.slice(0, 2));
  expect(first.newer).toBeNull();
});

test('an organisation reads only its own history, a super admin all of it', async () => {
  await someHistory();
  const other = callerOf('admin', newTenant());
  expect((await pageOf({}, other)).entries).toEqual([]);
  const [entry] = (await pageOf()).entries;
  const position = entry?._id ?? '';
  expect(await world.refusal(listAuditLogs, other, { query: { before: position } })).toBe(
    'audit-entry-not-found',
  );
  expect(await world.refusal(explainAuditLog, other, { params: { entry: position } })).toBe(
    'audit-entry-not-found',
  );
  expect(await world.refusal(listAuditLogs, callerOf('operator', tenant), { query: {} })).toBe(
    'admin-required',
  );
  expect(await world.refusal(listAllAuditLogs, admin, { query: {} })).toBe('super-admin-required');
  const all = (await world.ask(listAllAuditLogs, superAdmin, { query: { actor: admin.id } })).data;
  expect(all.entries).toHaveLength(3);
  expect(all.entries[0]?.organization).toEqual({ _id: tenant, name: null });
});

test('the actors to filter by are the users of the organisation', async () => {
  const user = UserId.parse(randomUUID());
  await world.say(userStream(user), tenant, [userCreated()]);
  await world.caughtUp();
  const choices = async () => (await world.ask(listAuditChoices, admin, {})).data;
  const { actors, cut } = await choices();
  expect(actors).toEqual([{ _id: user, name: 'Priya Nair', role: 'operator' }]);
  expect(cut).toBe(false);

  // Copies of that user, as the answer has at most 1,000.
  await db.everyTenant.query(
    `insert into users
     select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid()))).*
       from users u, generate_series(1, 1000) where u.tenant = $1 and u.id = $2`,
    [tenant, user],
  );
  const first = await choices();
  expect(first.actors).toHaveLength(1_000);
  expect(first.cut).toBe(true);
});

test('the admins of the organisation and the super admins get a hint', async () => {
  pushed = [];
  await someHistory();
  await world.caughtUp();
  const rooms = pushed.filter(({ topic }) => topic === 'audit').map(({ room }) => room);
  expect(new Set(rooms)).toEqual(new Set([adminsOf(tenant), SUPER_ADMINS]));
});

test('admins and super admins get a hint of a new actor to choose', async () => {
  pushed = [];
  await world.say(userStream(UserId.parse(randomUUID())), tenant, [userCreated()]);
  await world.caughtUp();
  const rooms = pushed.filter(({ topic }) => topic === 'users').map(({ room }) => room);
  expect(rooms).toEqual(expect.arrayContaining([adminsOf(tenant), SUPER_ADMINS]));
});

test('why: from the change of a bulk action back to its start, and forward again', async () => {
  const batch = randomUUID();
  const leads = [newLead(), newLead()];
  for (const lead of leads) await world.say(lead, tenant, [leadCreated()], partner);
  const started: AnyEvent = {
    type: 'BatchStarted',
    data: {
      kind: 'lead-status',
      title: 'Update status of 2 leads to hold',
      total: 2,
      task: {},
      undoable: true,
      undoes: null,
    },
  };
  await world.say(batchStream(batch), tenant, [started], byAdmin());
  const caused = { ...byAdmin(), correlationId: batch, causationId: batch };
  for (const lead of leads) await world.say(lead, tenant, [statusChanged('hold')], caused);

  const changed = (await pageOf({ action: 'LeadStatusChanged' })).entries[0]?._id ?? '';
  const begun = (await pageOf({ action: 'BatchStarted' })).entries[0]?._id ?? '';
  for (const position of [changed, begun]) {
    const { steps, cut } = (await world.ask(explainAuditLog, admin, { params: { entry: position } })).data;
    expect(steps.map(({ depth, entry }) => [depth, entry.type])).toEqual([
      [0, 'BatchStarted'],
      [1, 'LeadStatusChanged'],
      [1, 'LeadStatusChanged'],
    ]);
    expect(cut).toBe(false);
  }
});

test('an export that takes longer than `wait` seconds answers its batch', async () => {
  // No process runs batches here, so the export does not end.
  const answer = await world.result(exportAuditLogs, admin, { query: { wait: '1' } });
  expect(answer).toMatchObject({
    kind: 'done',
    status: 202,
    data: { batch: { kind: 'audit-export', state: 'queued' } },
  });
});
