import { randomUUID } from 'node:crypto';
import { LeadId } from '@crm/events/ids.ts';
import type { BulkAction } from '@crm/events/leads/bulk-action.ts';
import type { Part } from '@crm/events/selections/chosen.ts';
import { endOfBatch } from '@crm/platform/batches/start.ts';
import { describe, expect, test } from 'vitest';
import { requestBy } from '../test/leads.ts';
import { actor, omar, priya, rival, tara, tenant } from '../test/people.ts';
import { bulkStory } from './story.ts';

const {
  admittedLead,
  ask,
  breaking,
  deactivate,
  endOf,
  engine,
  historyOf,
  newLead,
  newLeads,
  say,
  stateOf,
  store,
  undo,
} = await bulkStory();

const hold: BulkAction = { action: 'status', to: 'hold', reason: 'No stock', comment: null };

describe('a bulk action', () => {
  test('changes each lead, and skips unchanged, deleted and foreign ones with a reason', async () => {
    const ids = await newLeads(1100);
    const [held = '', gone = ''] = ids.slice(1048);
    await say(LeadId.parse(held), {
      type: 'ChangeLeadStatus',
      to: 'hold',
      reason: null,
      comment: null,
      isBulk: false,
    });
    await say(LeadId.parse(gone), { type: 'DeleteLead', reason: null });
    const [foreign = ''] = await newLeads(1, rival);
    engine();
    const { id } = await ask([foreign, ...ids, randomUUID()], hold);
    const end = await endOf(id);
    expect(end).toMatchObject({
      outcome: 'done',
      done: 1102,
      counts: { successful: 1098, skipped: 4, failed: 0 },
      result: { message: 'Status update completed: 1098 leads updated to hold, 4 skipped' },
    });
    expect(end.problems.map(({ n, item, message }) => [n, item, message])).toEqual([
      [1, foreign, 'Lead not found'],
      [1050, expect.stringMatching(/^MANY-/), 'Has the status hold already'],
      [1051, expect.stringMatching(/^MANY-/), 'Lead not found'],
      [1102, expect.any(String), 'Lead not found'],
    ]);
    expect((await historyOf(foreign)).events).toHaveLength(1);
    const { recorded } = await historyOf(ids[0] ?? '');
    expect(recorded[1]).toMatchObject({
      type: 'LeadStatusChanged',
      meta: { tenant, actor, causationId: id, correlationId: id },
    });
  });

  test('resumes after a kill, changes each lead once, and counts correctly', async () => {
    const ids = await newLeads(1300);
    const notes = { content: 'Checked', author: 'Anita' };
    const { store: watched, reached } = breaking(700);
    const first = engine(watched);
    const { id } = await ask(ids, { ...hold, comment: notes });
    await reached;
    await first();
    expect(await endOfBatch(store, id, 0)).toBeNull();
    engine();
    expect(await endOf(id)).toMatchObject({
      outcome: 'done',
      done: 1300,
      counts: { successful: 1300, skipped: 0, failed: 0 },
      problems: [],
    });
    for (const lead of ids) {
      const { events } = await historyOf(lead);
      expect(events.map(({ type }) => type)).toEqual(['LeadCreated', 'LeadStatusChanged', 'LeadCommented']);
    }
  });

  test('runs beside another one on the same leads, and both change every lead', async () => {
    const ids = await newLeads(400);
    engine();
    engine();
    const [one, two] = await Promise.all([
      ask(ids, hold),
      ask(ids, { action: 'status', to: 'approved', reason: null, comment: null }),
    ]);
    for (const { id } of [one, two])
      expect(await endOf(id)).toMatchObject({ counts: { successful: 400, skipped: 0, failed: 0 } });
    for (const lead of ids) {
      const { recorded } = await historyOf(lead);
      const causes = recorded.slice(1).map(({ meta }) => meta.causationId);
      expect(causes.toSorted()).toEqual([one.id, two.id].toSorted());
    }
  });

  test('assigns a random part of the leads evenly to several operators', async () => {
    const ids = await newLeads(500);
    engine();
    const operators = [priya, omar, tara];
    const part: Part = { quantity: 301, method: 'random', seed: 4711 };
    const { id } = await ask(ids, { action: 'assign', operators, from: null, reason: null }, part);
    expect(await endOf(id)).toMatchObject({ done: 301, counts: { successful: 301, skipped: 0, failed: 0 } });
    const counts = new Map<string, number>();
    for (const lead of ids) {
      const now = await stateOf(lead);
      const name = now.phase === 'open' ? (now.operator?.name ?? 'unassigned') : 'gone';
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual({ Priya: 101, Omar: 100, Tara: 100, unassigned: 199 });
  });

  test.each([
    ['approve', { status: 'approved', pending: null }],
    ['reject', { status: 'processing', pending: null }],
  ] as const)(
    'decides requests from before the call (%s); only later requests fail',
    async (decision, decided) => {
      const [waiting, later, idle] = [await newLead(), await newLead(), await newLead()];
      for (const [lead, at] of [
        [waiting, '2026-01-01T00:00:00.000Z'],
        [later, '2026-01-03T00:00:00.000Z'],
      ] as const) {
        await say(lead, { type: 'AssignLead', operator: priya, reason: null });
        await say(lead, requestBy(priya, at));
      }
      engine();
      const askedBefore = '2026-01-02T00:00:00.000Z';
      const { id } = await ask([waiting, later, idle], {
        action: decision,
        requestIds: {},
        askedBefore,
        notes: 'Checked',
      });
      const end = await endOf(id);
      expect(end.counts).toEqual({ successful: 1, skipped: 1, failed: 1 });
      expect(end.problems.map(({ n, outcome }) => [n, outcome])).toEqual([
        [2, 'failed'],
        [3, 'skipped'],
      ]);
      expect(await stateOf(waiting)).toMatchObject(decided);
    },
  );
});

describe('the undo of a batch', () => {
  test('restores the changed leads, except leads with later events, and reports those', async () => {
    const ids = await newLeads(300);
    const [commented, moved, both] = ids as [LeadId, LeadId, LeadId];
    await say(both, {
      type: 'ChangeLeadStatus',
      to: 'cancelled',
      reason: 'Twice',
      comment: null,
      isBulk: false,
    });
    engine();
    const batch = await ask(ids, { ...hold, comment: { content: 'Checked', author: 'Anita' } });
    await endOf(batch.id);
    const comment = {
      commentId: randomUUID(),
      content: 'Called',
      type: 'internal',
      isInternal: true,
      isImportant: false,
      author: 'Priya',
    } as const;
    await say(commented, { type: 'CommentOnLead', reach: { kind: 'all' }, comment });
    await say(moved, { type: 'AssignLead', operator: priya, reason: null });

    const end = await endOf(await undo(batch));
    expect(end).toMatchObject({
      outcome: 'done',
      counts: { successful: 298, skipped: 2, failed: 0 },
      result: { message: 'Undone: 298 leads are as they were, 2 kept, since they were changed later' },
    });
    expect(end.problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Kept: commented on by Anita at \d{4}-/),
      expect.stringMatching(/^Kept: assigned to Priya by Anita at \d{4}-/),
    ]);
    expect(await stateOf(moved)).toMatchObject({ status: 'hold' });
    expect(await stateOf(both)).toMatchObject({ status: 'cancelled', statusReason: 'Twice' });
    expect(await stateOf(ids[9] ?? '')).toMatchObject({
      status: 'processing',
      comments: { count: 1, lastCall: null },
    });
  });

  test('resumes after a kill and restores each lead once', async () => {
    const ids = await newLeads(600);
    const end = engine();
    const batch = await ask(ids, { action: 'delete', reason: null });
    await endOf(batch.id);
    await end();
    expect(await stateOf(ids[0] ?? '')).toMatchObject({ phase: 'deleted' });
    const { store: watched, reached } = breaking(300);
    const first = engine(watched);
    const id = await undo(batch);
    await reached;
    await first();
    engine();
    expect(await endOf(id)).toMatchObject({ done: 600, counts: { successful: 600, skipped: 0, failed: 0 } });
    for (const lead of ids) {
      const { events } = await historyOf(lead);
      expect(events.map(({ type }) => type)).toEqual(['LeadCreated', 'LeadDeleted', 'LeadRestored']);
    }
  });

  test('gives no lead back to an operator who has left, and names those leads', async () => {
    const ids = await newLeads(600);
    const [ofTara = '', moved = '', gone = '', ...rest] = ids;
    const end = engine();
    const assignTo = (operator: typeof omar): BulkAction => ({
      action: 'assign',
      operators: [operator],
      from: null,
      reason: null,
    });
    await endOf((await ask(ids, assignTo(priya))).id);
    await say(LeadId.parse(ofTara), { type: 'AssignLead', operator: tara, reason: null });
    const status = await ask([gone], hold);
    const assignment = await ask([ofTara, moved, ...rest], assignTo(omar));
    const deletion = await ask([gone], { action: 'delete', reason: null });
    for (const { id } of [status, assignment, deletion]) await endOf(id);
    await end();
    await deactivate(priya);
    await say(LeadId.parse(moved), { type: 'AssignLead', operator: tara, reason: null });

    const { store: watched, reached } = breaking(300);
    const killed = engine(watched);
    const id = await undo(assignment);
    await reached;
    await killed();
    engine();
    const message = 'Unassigned: Priya is no longer an active operator';
    const undone = await endOf(id);
    expect(undone).toMatchObject({
      counts: { successful: 1, skipped: 598, failed: 0 },
      result: {
        message:
          'Undone: 1 lead is as it was, 597 unassigned, since their operators have left, 1 kept, since they were changed later',
      },
    });
    expect(undone.problems.filter((problem) => problem.message === message)).toHaveLength(597);
    const operatorOf = async (lead: string) => {
      const now = await stateOf(lead);
      return now.phase === 'open' && now.operator;
    };
    expect(await operatorOf(ofTara)).toEqual(tara);
    expect(await operatorOf(moved)).toEqual(tara);
    for (const lead of rest) expect(await operatorOf(lead)).toBeNull();

    expect((await endOf(await undo(deletion))).problems).toMatchObject([{ message }]);
    expect(await stateOf(gone)).toMatchObject({ phase: 'open', status: 'hold', operator: null });
  });

  test('keeps the request of a deleted lead, and the rejection of it', async () => {
    const [waiting, rejected] = [await newLead(), await newLead()];
    for (const lead of [waiting, rejected]) {
      await say(lead, { type: 'AssignLead', operator: tara, reason: null });
      await say(lead, requestBy(tara, new Date().toISOString()));
    }
    await say(rejected, { type: 'RejectLeadStatusChange', requestId: null, notes: 'Call again' });
    engine();
    const batch = await ask([waiting, rejected], { action: 'delete', reason: null });
    await endOf(batch.id);
    await endOf(await undo(batch));
    const restoredOf = async (lead: LeadId) => (await historyOf(lead)).events.at(-1)?.data;
    expect(await restoredOf(waiting)).toMatchObject({
      pending: { to: 'approved' },
      deleted: { requestComment: 'Agreed', rejection: null },
    });
    expect(await restoredOf(rejected)).toMatchObject({
      pending: null,
      deleted: {
        requestComment: 'Agreed',
        rejection: { to: 'approved', reason: 'Call again', by: 'Anita' },
      },
    });
  });

  test('leaves a lead with its operator, also after the operator has left', async () => {
    const lead = await newLead();
    await say(LeadId.parse(lead), { type: 'AssignLead', operator: priya, reason: null });
    engine();
    const batch = await ask([lead], hold);
    await endOf(batch.id);
    expect(await endOf(await undo(batch))).toMatchObject({ counts: { successful: 1 }, problems: [] });
    expect(await stateOf(lead)).toMatchObject({ status: 'processing', operator: priya });
  });

  test('restores a lead that waited for a place under the lead limit, and names it where it was changed later', async () => {
    const [admitted, changed] = [await admittedLead(), await admittedLead()];
    engine();
    const batch = await ask([admitted, changed], hold);
    await endOf(batch.id);
    await say(changed, { type: 'AssignLead', operator: priya, reason: null });
    const end = await endOf(await undo(batch));
    expect(end.counts).toEqual({ successful: 1, skipped: 1, failed: 0 });
    expect(end.problems.map(({ item }) => item)).toEqual([expect.stringMatching(/^MANY-/)]);
    expect(await stateOf(admitted)).toMatchObject({ status: 'processing' });
  });

  test('ignores leads that the batch did not change, and later batches that were undone', async () => {
    const [changed, same] = [await newLead(), await newLead()];
    await say(same, { type: 'ChangeLeadStatus', to: 'hold', reason: null, comment: null, isBulk: false });
    engine();
    const first = await ask([changed, same], hold);
    await endOf(first.id);
    const second = await ask([changed], { action: 'status', to: 'trash', reason: 'x', comment: null });
    await endOf(second.id);
    await endOf(await undo(second));
    expect(await stateOf(changed)).toMatchObject({ status: 'hold' });
    expect(await endOf(await undo(first))).toMatchObject({
      done: 1,
      counts: { successful: 1, skipped: 0, failed: 0 },
    });
    expect(await stateOf(changed)).toMatchObject({ status: 'processing' });
    expect(await stateOf(same)).toMatchObject({ status: 'hold' });
  });
});
