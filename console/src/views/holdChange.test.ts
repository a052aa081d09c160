import type { View } from '@crm/contracts/views/views.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { holdChange } from './holdChange.ts';
import { viewList } from './queries.ts';

const query = viewList('leads');
const ours: View = {
  _id: 'ours',
  name: 'Ours',
  filters: {},
  sort: { by: 'createdAt', order: 'desc' },
  columns: [],
  isShared: false,
  isOwn: true,
  mayChange: true,
  ownerName: null,
  createdAt: '2026-11-30T08:00:00.000Z',
  updatedAt: '2026-11-30T08:00:00.000Z',
};

/** A page that has read that there are no views. */
async function openPage() {
  const client = new QueryClient();
  const read = (views: View[], stale = false) =>
    client.fetchQuery({
      ...query,
      staleTime: 0,
      queryFn: () => ({
        data: { views, lastUsed: null },
        message: null,
        position: null,
        stale,
        pagination: null,
      }),
    });
  const shown = () => client.getQueryData(query.queryKey)?.data.views.map(({ name }) => name);
  await read([]);
  const held = holdChange(client, 'leads', ({ views, lastUsed }) => ({
    views: [...views.filter(({ _id }) => _id !== ours._id), ours],
    lastUsed,
  }));
  return { client, read, shown, held };
}

test('a change that is not saved yet is shown at once, and over each answer', async () => {
  const { read, shown } = await openPage();
  expect(shown()).toEqual(['Ours']);
  await read([]);
  expect(shown()).toEqual(['Ours']);
});

test('a saved change is shown over an answer from before it, and not over the next one', async () => {
  const { read, shown, held } = await openPage();
  held.untilRead();
  await read([], true);
  expect(shown()).toEqual(['Ours']);
  await read([{ ...ours, name: 'Renamed elsewhere' }]);
  expect(shown()).toEqual(['Renamed elsewhere']);
  await read([], true);
  expect(shown()).toEqual([]);
});

test('a change that was refused is undone by the next answer', async () => {
  const { read, shown, held } = await openPage();
  held.letGo();
  await read([]);
  expect(shown()).toEqual([]);
});

test('a saved change is not shown to the user who signs in after its own', async () => {
  const { client, read, shown, held } = await openPage();
  held.untilRead();
  client.clear();
  await read([], true);
  expect(shown()).toEqual([]);
});
