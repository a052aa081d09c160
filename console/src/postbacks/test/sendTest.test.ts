import { beforeEach, expect, test, vi } from 'vitest';
import { stubStorage } from '../../../test/stubStorage.ts';
import { sendTest } from './sendTest.ts';
import { inputOf, newTest } from './values.ts';

beforeEach(() => {
  vi.useFakeTimers();
  stubStorage();
});

const postback = { _id: 'tracker', timeout: 60_000 };
const body = inputOf(newTest('new_lead', new Date('2026-11-27T10:00:00Z')));

test('a test whose answer was lost is not sent to the partner again', async () => {
  const fetched = vi.fn(async () => {
    throw new TypeError('Failed to fetch');
  });
  vi.stubGlobal('fetch', fetched);
  const failed = expect(sendTest(postback, body)).rejects.toThrow('The server could not be reached');
  await vi.runAllTimersAsync();
  await failed;
  expect(fetched).toHaveBeenCalledOnce();
});

test('a partner may take as long as the timeout of the postback', async () => {
  const answer = JSON.stringify({ success: true, data: { error: 'timeout' } });
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        setTimeout(() => resolve(new Response(answer)), postback.timeout);
      }),
  );
  const sent = expect(sendTest(postback, body)).resolves.toEqual({ error: 'timeout' });
  await vi.runAllTimersAsync();
  await sent;
});
