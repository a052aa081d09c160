import { LeadId } from '@crm/events/ids.ts';
import { expect, test } from 'vitest';
import { ask, endOf, engine, newLeads, priya, say, stateOf, undo } from './story.ts';

test('an undo returns a lead to the pool that its operator had from there, and does not have any more', async () => {
  const [id = ''] = await newLeads(1);
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
