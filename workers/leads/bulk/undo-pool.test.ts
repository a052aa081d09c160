import { LeadId } from '@crm/events/ids.ts';
import { WORK_QUEUE } from '@crm/events/leads/lease.ts';
import { expect, test } from 'vitest';
import { priya, tenant } from '../test/people.ts';
import { bulkStory } from './story.ts';

const { ask, endOf, engine, newLead, say, stateOf, undo } = await bulkStory();

test('an undo returns a lead to the pool that its operator had from there, and does not have any more', async () => {
  const id = await newLead();
  const lead = LeadId.parse(id);
  const now = new Date().toISOString();
  await say(lead, { type: 'TakeLead', operator: priya, now, mayTakeUnassigned: true });
  engine();
  const batch = await ask([lead], { action: 'assign', operators: [priya], from: null, reason: null });
  await endOf(batch.id);
  await say(lead, {
    type: 'ReleaseLead',
    reach: { kind: 'all' },
    operator: priya.id,
    reason: 'skipped',
    now,
  });
  expect(await stateOf(lead)).toMatchObject({ operator: priya });
  expect(await endOf(await undo(batch))).toMatchObject({ counts: { successful: 1 }, problems: [] });
  expect(await stateOf(lead)).toMatchObject({ operator: null });
});

test('an undo restores leads that were taken from the pool since, and their holder keeps them', async () => {
  const [held, released] = [await newLead(), await newLead()];
  engine();
  const batch = await ask([held, released], { action: 'status', to: 'hold', reason: null, comment: null });
  await endOf(batch.id);
  const now = new Date().toISOString();
  for (const lead of [held, released])
    await say(lead, { type: 'TakeLead', operator: priya, now, mayTakeUnassigned: true }, tenant, {
      kind: 'user',
      ...priya,
      role: 'operator',
    });
  const release = { type: 'ReleaseLead', reach: { kind: 'all' }, operator: priya.id, now } as const;
  await say(released, { ...release, reason: 'break' }, tenant, WORK_QUEUE);
  expect(await endOf(await undo(batch))).toMatchObject({ counts: { successful: 2 }, problems: [] });
  const lease = { operator: priya, fromPool: true };
  expect(await stateOf(held)).toMatchObject({ status: 'processing', operator: priya, lease });
  expect(await stateOf(released)).toMatchObject({ status: 'processing', operator: null, lease: null });
});
