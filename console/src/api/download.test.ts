import { exportLeads } from '@crm/contracts/leads/export.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { stubStorage } from '../../test/stubStorage.ts';
import { download, nameIn } from './download.ts';
import { CallError } from './errors.ts';

beforeEach(() => stubStorage());

test('reads the file name from the content-disposition header', () => {
  const both = `attachment; filename="D_ft leads.xlsx"; filename*=UTF-8''D%C3%BCft%20leads.xlsx`;
  expect(nameIn(both)).toBe('Düft leads.xlsx');
  expect(nameIn('attachment; filename="leads.csv"')).toBe('leads.csv');
  expect(nameIn('attachment')).toBeNull();
});

const exported = () => download(exportLeads, { query: {} }, 'leads.csv');
const csv = { status: 200, headers: { 'content-type': 'text/csv' } };

/** A response whose body is sent by the given function; an aborted call ends it with the abort's error. */
function responds(send: (body: ReadableStreamDefaultController<Uint8Array>) => void): void {
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const start = (body: ReadableStreamDefaultController<Uint8Array>) => {
      signal?.addEventListener('abort', () => body.error(signal.reason));
      send(body);
    };
    return new Response(new ReadableStream({ start }), csv);
  });
}

test('a download goes on for as long as bytes arrive', async () => {
  vi.useFakeTimers();
  responds((body) => {
    for (let part = 1; part <= 5; part++)
      setTimeout(() => body.enqueue(new TextEncoder().encode(`${part}\n`)), part * 20_000);
    setTimeout(() => body.close(), 100_000);
  });
  const [file] = await Promise.all([exported(), vi.advanceTimersByTimeAsync(100_000)]);
  expect(file.kind === 'file' && (await file.bytes.text())).toBe('1\n2\n3\n4\n5\n');
});

test('a download that has stopped arriving ends after 30 s with a sentence', async () => {
  vi.useFakeTimers();
  responds((body) => body.enqueue(new TextEncoder().encode('1\n')));
  const failed = expect(exported()).rejects.toEqual(
    new CallError({ kind: 'unreachable', reason: 'timeout' }),
  );
  await vi.advanceTimersByTimeAsync(30_000);
  await failed;
});

test('a download whose connection is lost ends with a sentence', async () => {
  responds((body) => body.error(new TypeError('network error')));
  await expect(exported()).rejects.toEqual(new CallError({ kind: 'unreachable', reason: 'network' }));
});
