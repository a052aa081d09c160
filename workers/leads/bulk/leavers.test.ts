import { randomUUID } from 'node:crypto';
import { UserId } from '@crm/events/ids.ts';
import type { BulkAction } from '@crm/events/leads/bulk-action.ts';
import { expect, test } from 'vitest';
import { omar, type priya } from '../test/people.ts';
import { bulkStory } from './story.ts';

const { ask, breaking, deactivate, endOf, engine, hire, newLeads, stateOf } = await bulkStory();

test('assigns no lead to an operator who has left before it is resumed', async () => {
  const leaving = { id: UserId.parse(randomUUID()), name: 'Lena' };
  await hire(leaving);
  const ids = await newLeads(600);
  const assignTo = (...operators: (typeof priya)[]): BulkAction => ({
    action: 'assign',
    operators,
    from: null,
    reason: null,
  });
  const { store: watched, reached } = breaking(250);
  const interrupted = engine(watched);
  const { id } = await ask(ids, assignTo(leaving, omar));
  await reached;
  await interrupted();
  await deactivate(leaving);
  engine();
  expect(await endOf(id)).toMatchObject({ counts: { successful: 600, skipped: 0, failed: 0 } });
  for (const lead of ids.slice(500)) expect(await stateOf(lead)).toMatchObject({ operator: omar });

  const toLeaving = await endOf((await ask(ids.slice(500), assignTo(leaving))).id);
  expect(toLeaving).toMatchObject({ counts: { successful: 0, skipped: 100, failed: 0 } });
  expect(toLeaving.problems[0]).toMatchObject({ message: 'No chosen operator is active any more' });
});
