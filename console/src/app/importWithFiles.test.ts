import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endFirstPage, importWithFiles } from './importWithFiles.ts';

const answers = vi.fn<() => Promise<Response>>();
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

test('fetches a file once, and no script of the document', async () => {
  answers.mockImplementation(async () => new Response('code'));
  await importWithFiles(importing, ['assets/index.js', 'assets/one.js', 'assets/shared.js']);
  await importWithFiles(importing, ['assets/two.js', 'assets/shared.js']);
  expect(answers.mock.calls).toEqual([['/assets/one.js'], ['/assets/shared.js'], ['/assets/two.js']]);
});

test('fails like the import when the server does not have the file', async () => {
  answers.mockResolvedValue(new Response('Not found', { status: 404 }));
  importing.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
  await expect(importWithFiles(importing, ['assets/old.js'])).rejects.toThrow('dynamically imported');
});
