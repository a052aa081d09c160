import { randomUUID } from 'node:crypto';
import { type RecordedEvent, START } from '@crm/platform/event-store/port.ts';
import { expect, test } from 'vitest';
import { foldEvents, type Load } from './apply.ts';
import { type BoxEvent, boxEvent, boxProjection, tenants } from './sample-events.ts';

const recorded = (box: string, revision: number, event: BoxEvent): RecordedEvent => ({
  ...boxEvent(event),
  stream: `box-${box}`,
  revision,
  position: START,
  at: new Date(),
});

test('reads only the rows of streams that began before the batch', async () => {
  const [newBox, oldBox] = [randomUUID(), randomUUID()];
  const asked: unknown[] = [];
  const load: Load = async ({ table }, keys) => {
    asked.push([table, keys]);
    return [];
  };
  const events = [
    recorded(newBox, 0, { type: 'BoxMade', data: { label: 'new' } }),
    recorded(oldBox, 3, { type: 'BoxFilled', data: { amount: 1 } }),
    recorded(newBox, 1, { type: 'BoxFilled', data: { amount: 2 } }),
  ];
  const [boxes] = await foldEvents(boxProjection, events, 7, { load, erased: new Set() });
  expect(asked).toEqual([['boxes_g7', [{ id: oldBox }]]]);
  expect(boxes?.changes.changed).toEqual([expect.objectContaining({ id: newBox, amount: 2 })]);
});

test('an event changes no row of another tenant, whatever ids its data has', async () => {
  const noteId = randomUUID();
  const own = { id: noteId, tenant: tenants[1], box: randomUUID(), text: 'ours' };
  const load: Load = async ({ table }) => (table === 'box_notes_g7' ? [own] : []);
  const noted = recorded(randomUUID(), 1, { type: 'BoxNoted', data: { noteId, text: 'theirs' } });
  const [, notes] = await foldEvents(boxProjection, [noted], 7, { load, erased: new Set() });
  expect(notes?.changes.changed).toEqual([]);
});
