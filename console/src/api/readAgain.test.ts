import { listLeads } from '@crm/contracts/leads/read.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { stubStorage } from '../../test/stubStorage.ts';
import { read } from './read.ts';

const query = read(listLeads, { query: {} }, { topics: ['leads'] });

/** Reads the list twice; between, `act` may change what is cached. The second answer has a later position. */
async function twice(first: string, second: string, act: (client: QueryClient) => unknown = () => {}) {
  stubStorage();
  const client = new QueryClient();
  const answers = [first, second].map(
    (body, n) => new Response(body, { headers: { 'x-position': `000${n + 1}` } }),
  );
  const answerNext = async () => answers.shift();
  vi.stubGlobal('fetch', answerNext);
  await client.fetchQuery(query);
  await act(client);
  vi.stubGlobal('fetch', answerNext);
  const parse = vi.spyOn(JSON, 'parse');
  const answer = await client.fetchQuery(query);
  const isParsed = parse.mock.calls.some(([text]) => text === second);
  parse.mockRestore();
  return { answer, isParsed };
}

const list = (orderId: string) => JSON.stringify({ success: true, data: [{ orderId }] });

test('an answer that has not changed is not parsed again, and has its own position', async () => {
  const { answer, isParsed } = await twice(list('A-1'), list('A-1'));
  expect(isParsed).toBe(false);
  expect(answer).toMatchObject({ data: [{ orderId: 'A-1' }], position: '0002' });
});

test('of large answers, only the newest is compared: one of a list that was left is parsed again', async () => {
  const large = list('A'.repeat(100_000));
  const readLarge = async (client: QueryClient) => {
    vi.stubGlobal('fetch', async () => new Response(large));
    await client.fetchQuery(read(listLeads, { query: { page: 2 } }, { topics: ['leads'] }));
  };
  expect((await twice(large, large)).isParsed).toBe(false);
  expect((await twice(large, large, readLarge)).isParsed).toBe(true);
  expect((await twice(list('A-1'), list('A-1'), readLarge)).isParsed).toBe(false);
});

test('another answer is parsed', async () => {
  const { answer } = await twice(list('A-1'), list('A-2'));
  expect(answer.data).toEqual([{ orderId: 'A-2' }]);
});

test('an answer like the one before undoes a change that a command made in the cache', async () => {
  const { answer } = await twice(list('A-1'), list('A-1'), (client) =>
    client.setQueryData(query.queryKey, (cached) => cached && { ...cached, data: [] }),
  );
  expect(answer.data).toEqual([{ orderId: 'A-1' }]);
});
