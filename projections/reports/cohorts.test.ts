import { randomUUID } from 'node:crypto';
import { cohortReport, leadReport } from '@crm/contracts/reports/reports.ts';
import { LeadId, UserId } from '@crm/events/ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import { editsOf } from '@crm/events/leads/edits.ts';
import type { LeadEvent } from '@crm/events/leads/events.ts';
import { cohortAges, type StatusChange, statusSetBy } from '@crm/events/leads/status-ages.ts';
import { type LeadStatus, leadStatuses } from '@crm/events/leads/vocabulary.ts';
import { leadStream } from '@crm/events/streams.ts';
import { openLog } from '@crm/platform/log/log.ts';
import { randomFrom } from '@crm/platform/random/random.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, expect, test } from 'vitest';
import { addDays, dayAt } from '../days.ts';
import { DAY_MS } from '../durations.ts';
import { build } from '../generations/build.ts';
import { leadsProjection } from '../leads/table.ts';
import { callerOf, newTenant, openWorld } from '../test/world.ts';

const db = await testDatabase();
const world = await openWorld(db.url);
afterAll(world.close);

const tenant = newTenant();
const operators = ['Asha', 'Ravi'].map((name) => ({ id: UserId.parse(randomUUID()), name }));
const timeZone = 'Asia/Kathmandu';

/** A lead of the test: its creation, the changes of its status, and what it is at the end. */
type Lead = {
  created: number;
  changes: { to: LeadStatus; at: number }[];
  operator: string | null;
  webmaster: string | null;
  isDeleted: boolean;
};

/** A random history over 40 days: status changes, edits, assignments, deletions and undone deletions. */
function randomHistory({ pick, chance, below }: ReturnType<typeof randomFrom>, now: number) {
  const created = now - below(50 * 24 * 60) * 60_000;
  const webmaster = pick(['wm-1', 'wm-2', null]);
  const details = { ...blankDetails, source: { ...blankDetails.source, webmaster } };
  const orderId = randomUUID();
  const lead: Lead = { created, changes: [], operator: null, webmaster, isDeleted: false };
  const events: { event: LeadEvent; at: number }[] = [
    { event: { type: 'LeadCreated', data: { orderId, orderedAt: null, details } }, at: created },
  ];
  let status: LeadStatus = 'processing';
  for (let at = created; ; ) {
    at += below(6 * 24 * 60) * 60_000;
    if (at >= now || chance(0.05)) break;
    const to = pick(leadStatuses);
    const add = (event: LeadEvent) => {
      events.push({ event, at });
      const set = statusSetBy(event);
      if (set) lead.changes.push({ to: set, at });
    };
    const kind = pick(['status', 'status', 'edit', 'assign', 'undo', 'deletion'] as const);
    if (kind === 'status') {
      add({ type: 'LeadStatusChanged', data: { from: status, to, reason: null } });
      status = to;
    } else if (kind === 'edit') {
      lead.webmaster = pick(['wm-1', 'wm-2']);
      add({
        type: 'LeadEdited',
        data: { changes: editsOf(details, { source: { webmaster: lead.webmaster } }) },
      });
    } else if (kind === 'assign') {
      const operator = pick(operators);
      lead.operator = operator.id;
      add({ type: 'LeadAssigned', data: { operator, from: null, reason: null } });
    } else {
      const statuses: StatusChange[] = lead.changes.map((change) => ({
        to: change.to,
        at: new Date(change.at).toISOString(),
      }));
      if (kind === 'deletion') add({ type: 'LeadDeleted', data: { reason: null } });
      if (kind === 'deletion' && chance(0.3)) {
        lead.isDeleted = true;
        break;
      }
      if (kind === 'deletion') at += below(3 * 24 * 60) * 60_000;
      if (at >= now) {
        lead.isDeleted = kind === 'deletion';
        break;
      }
      const operator = operators.find(({ id }) => id === lead.operator) ?? null;
      const source = { ...details.source, webmaster: lead.webmaster };
      const createdAt = new Date(created).toISOString();
      const comments = { count: 0, lastCall: null };
      const deleted = { orderId, details: { ...details, source }, createdAt, comments, statuses };
      const undoes = randomUUID();
      const restored = { undoes, from: status, to, reason: null, operator, pending: null };
      add({ type: 'LeadRestored', data: { ...restored, deleted: kind === 'deletion' ? deleted : null } });
      status = to;
    }
  }
  return { lead, events };
}

/** The decision of a lead that exists: the last change to its status, if that is decided. */
function decisionOf({ changes, isDeleted }: Lead) {
  let decision: Lead['changes'][number] | null = null;
  for (const [n, change] of changes.entries())
    if (change.to !== (changes[n - 1]?.to ?? 'processing')) decision = change;
  return isDeleted || !decision || ['processing', 'hold'].includes(decision.to) ? null : decision;
}

test('cohorts and decisions equal a plain fold of random histories', async () => {
  const random = randomFrom(7);
  // Days before the clock's time.
  const now = Date.now() - 5 * DAY_MS;
  const leads: Lead[] = [];
  const times: { stream: string; revision: number; at: number }[] = [];
  for (let n = 0; n < 100; n += 1) {
    const { lead, events } = randomHistory(random, now);
    leads.push(lead);
    const stream = leadStream(LeadId.parse(randomUUID()));
    await world.say(
      stream,
      tenant,
      events.map(({ event }) => event),
    );
    for (const [revision, { at }] of events.entries()) times.push({ stream, revision, at });
  }
  // The store's clock gives the time of an event; a history of weeks needs other times.
  await db.everyTenant.query(
    `update event_store.events e set at = to_timestamp(t.at / 1000.0)
       from unnest($1::text[], $2::int[], $3::float8[]) t(stream, revision, at)
      where e.stream = t.stream and e.revision = t.revision`,
    [times.map(({ stream }) => stream), times.map(({ revision }) => revision), times.map(({ at }) => at)],
  );
  // The ages that a cohort has reached follow from the time of the last event, not from the clock.
  await world.say(leadStream(LeadId.parse(randomUUID())), newTenant(), [
    { type: 'LeadCreated', data: { orderId: 'LAST', orderedAt: null, details: blankDetails } },
  ]);
  await db.everyTenant.query(
    `update event_store.events set at = to_timestamp($1 / 1000.0)
      where position = (select max(position) from event_store.events)`,
    [now],
  );
  await world.caughtUp();
  await build(leadsProjection, {
    pool: world.pools.projections,
    store: world.store,
    log: openLog('silent'),
    signal: new AbortController().signal,
  });

  const endDate = dayAt(new Date(now), timeZone);
  const startDate = addDays(endDate, -49);
  let counted = 0;
  for (const { caller, filters, wanted } of [
    { caller: callerOf('admin', tenant), filters: {}, wanted: () => true },
    {
      caller: callerOf('admin', tenant),
      filters: { webmaster: 'wm-1' },
      wanted: ({ webmaster }: Lead) => webmaster === 'wm-1',
    },
    ...operators.map(({ id }) => ({
      caller: callerOf('operator', tenant, { id }),
      filters: {},
      wanted: ({ operator }: Lead) => operator === id,
    })),
  ]) {
    // The run of a kept report is an event with the clock's time.
    const query = { startDate, endDate, timeZone, keep: false, ...filters };
    const { data } = await world.ask(cohortReport, caller, { query });
    const existing = leads.filter((lead) => !lead.isDeleted && wanted(lead));
    for (const cohort of data.cohortStats) {
      const ofDay = existing.filter(({ created }) => dayAt(new Date(created), timeZone) === cohort.date);
      expect(cohort).toEqual({ date: cohort.date, ...expected(ofDay, cohort.age, reached(cohort)) });
      counted += cohort.totalLeads - (cohort.processing ?? cohort.totalLeads);
    }
    for (const total of data.cohortTotals) {
      const days = data.cohortStats.filter(({ age }) => age === total.age).filter(reached);
      const sumOf = (status: LeadStatus) => days.reduce((sum, day) => sum + (day[status] ?? 0), 0);
      expect(leadStatuses.map((status) => total[status])).toEqual(leadStatuses.map(sumOf));
    }
    expect(new Set(data.cohortStats.map(({ age }) => age))).toEqual(new Set(cohortAges));
  }
  expect(counted).toBeGreaterThan(50);

  const query = { startDate, endDate, timeZone, countBy: 'decided' as const };
  const { data } = await world.ask(leadReport, callerOf('admin', tenant), { query });
  const decisions = leads.flatMap((lead) => decisionOf(lead) ?? []);
  const dayOf = ({ at }: { at: number }) => dayAt(new Date(at), timeZone);
  for (const { date, totalLeads, orders } of data.dailyTrends) {
    const ofDay = decisions.filter((decision) => dayOf(decision) === date);
    const approved = ofDay.filter(({ to }) => to === 'approved');
    expect([date, totalLeads, orders]).toEqual([date, ofDay.length, approved.length]);
  }
  expect(data.totalLeads).toBeGreaterThan(20);

  function reached({ date, age }: { date: string; age: number }) {
    // Kathmandu is 5:45 ahead of UTC all year.
    return Date.parse(`${date}T24:00:00+05:45`) + age * DAY_MS <= now;
  }
});

function expected(leads: readonly Lead[], age: number, isReached: boolean) {
  const statuses = leads.map(({ created, changes }) => {
    const until = changes.filter(({ at }) => at <= created + age * DAY_MS);
    return until.at(-1)?.to ?? 'processing';
  });
  const count = (status: LeadStatus) =>
    isReached ? statuses.filter((each) => each === status).length : null;
  const approved = count('approved');
  const rate = leads.length === 0 ? 0 : Math.round(((approved ?? 0) / leads.length) * 1000) / 10;
  return {
    age,
    totalLeads: leads.length,
    processing: count('processing'),
    hold: count('hold'),
    approved,
    cancelled: count('cancelled'),
    trash: count('trash'),
    conversionRate: approved === null ? null : rate,
  };
}
