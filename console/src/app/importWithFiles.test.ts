import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endFirstPage, importWithFiles, OutdatedPage } from './importWithFiles.ts';

const answers = vi.fn<typeof fetch>();
const importing = vi.fn(async () => 'module');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', answers);
  vi.stubGlobal('document', { querySelector: (script: string) => (script.includes('index.js') ? {} : null) });
  endFirstPage();
});
afterEach(() => void vi.resetAllMocks());

test('imports when the server is back, and asks every two seconds', async () => {
  importing.mockResolvedValue('module');
  answers
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce(new Response('Bad Gateway', { status: 502 }))
    .mockResolvedValueOnce(new Response('code'));
  const imported = importWithFiles(importing, ['assets/away.js']);
  await vi.advanceTimersByTimeAsync(3999);
  expect(answers).toHaveBeenCalledTimes(2);
  expect(importing).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await imported).toBe('module');
});

test('asks on a new connection when there is no answer in time, and waits twice as long for it', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(), ms);
    return limit.signal;
  });
  const neverAnswered: typeof fetch = (_, { signal } = {}) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  answers
    .mockImplementationOnce(neverAnswered)
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce(new Response('code'));
  const imported = importWithFiles(importing, ['assets/hangs.js']);
  await vi.advanceTimersByTimeAsync(24_000);
  expect(await imported).toBe('module');
  expect(limits.mock.calls).toEqual([[20_000], [40_000], [40_000]]);
});

test('fetches a file once, and no script of the document', async () => {
  answers.mockImplementation(async () => new Response('code'));
  await importWithFiles(importing, ['assets/index.js', 'assets/one.js', 'assets/shared.js']);
  await importWithFiles(importing, ['assets/two.js', 'assets/shared.js']);
  const urls = answers.mock.calls.map(([url]) => url);
  expect(urls).toEqual(['/assets/one.js', '/assets/shared.js', '/assets/two.js']);
});

test('says that the page is outdated when the server does not have a file', async () => {
  answers.mockResolvedValue(new Response('Not found', { status: 404 }));
  await expect(importWithFiles(importing, ['assets/old.js'])).rejects.toBeInstanceOf(OutdatedPage);
  expect(importing).not.toHaveBeenCalled();
});
