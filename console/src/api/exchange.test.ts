import { expect, test, vi } from 'vitest';
import { exchange, textIn } from './exchange.ts';

/** The body of a response that arrives in two parts, the first of which ends in the middle of a character. */
async function bodyOf(type: string) {
  const bytes = new TextEncoder().encode('"पुणे"');
  const stream = new ReadableStream({
    start(body) {
      body.enqueue(bytes.slice(0, 3));
      body.enqueue(bytes.slice(3));
      body.close();
    },
  });
  vi.stubGlobal('fetch', async () => new Response(stream, { headers: { 'content-type': type } }));
  return (await exchange('/api/leads', {})).body;
}

test('JSON is decoded part by part, and a character that two parts share is whole', async () => {
  const body = await bodyOf('application/json; charset=utf-8');
  expect(body.every((part) => typeof part === 'string')).toBe(true);
  expect(textIn(body)).toBe('"पुणे"');
});

test('a file keeps its bytes, which can still be read as text', async () => {
  const body = await bodyOf('text/csv');
  expect(body.every((part) => part instanceof Uint8Array)).toBe(true);
  expect(textIn(body)).toBe('"पुणे"');
});
