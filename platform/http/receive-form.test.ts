import { once } from 'node:events';
import { request } from 'node:http';
import { endpoint } from '@crm/contracts/endpoint.ts';
import { texts } from '@crm/contracts/texts.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openLog } from '../log/log.ts';
import { noAccess } from '../test/no-access.ts';
import { mountRoutes } from './mount-routes.ts';
import { anyone } from './policy.ts';
import { route } from './route.ts';
import { createServer } from './server.ts';

const send = endpoint({
  method: 'POST',
  path: '/send',
  body: z.strictObject({ word: z.string().optional() }),
  file: { field: 'file', bytes: 1_000_000, types: ['.csv', '.xlsx'] },
  data: z.object({}),
});
const plain = endpoint({ method: 'POST', path: '/plain', body: z.object({}), data: z.object({}) });

/** The stored files, the bytes received of the current file, and the number of deleted files. */
let kept: { name: string; size: number }[] = [];
let received = 0;
let dropped = 0;
beforeEach(() => {
  kept = [];
  received = 0;
  dropped = 0;
});

const app = await createServer({ log: openLog('silent'), trustProxy: [] });
const sending = route(send, anyone, async ({ body, file }) => ({
  kind: 'done',
  data: { body, file: file?.name ?? null },
}));
mountRoutes(
  app,
  [
    {
      ...sending,
      files: {
        drop: async () => {
          dropped += 1;
        },
        keep:
          () =>
          async ({ name, bytes }) => {
            let size = 0;
            for await (const chunk of bytes) {
              size += chunk.byteLength;
              received = size;
            }
            kept.push({ name, size });
            return { id: 'f', name, type: 'x', size, expiresAt: new Date() };
          },
      },
    },
    route(plain, anyone, async () => ({ kind: 'done', data: {} })),
  ],
  noAccess,
);
const url = await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

const formOf = (fields: Record<string, string>, files: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, content] of Object.entries(files)) form.append(name, new Blob([content]), `${name}.csv`);
  return form;
};
const formWith = (fileName: string) => {
  const form = new FormData();
  form.append('file', new Blob(['a,b']), fileName);
  return form;
};
const post = async (
  body: FormData | string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  path = '/send',
) => {
  const answer = await fetch(`${url}/api${path}`, { method: 'POST', body, headers });
  return {
    status: answer.status,
    ...z
      .looseObject({ data: z.unknown(), errors: z.unknown() })
      .partial()
      .parse(await answer.json()),
  };
};

test('passes on a file and the fields of its form', async () => {
  const form = formOf({ word: 'yes' }, { file: 'a,b' });
  expect(await post(form)).toMatchObject({ status: 200, data: { body: { word: 'yes' }, file: 'file.csv' } });
  expect(kept).toEqual([{ name: 'file.csv', size: 3 }]);
});

test('accepts a form without a file, and JSON', async () => {
  expect(await post(formOf({ word: 'yes' }))).toMatchObject({ status: 200, data: { file: null } });
  const json = { 'content-type': 'application/json' };
  expect(await post('{"word":"yes"}', json)).toMatchObject({ status: 200, data: { body: { word: 'yes' } } });
});

test('refuses unknown fields, files in a wrong field, and broken forms', async () => {
  expect(await post(formOf({ other: 'x' }))).toMatchObject({
    status: 400,
    errors: { other: 'Unknown field' },
  });
  expect(await post(formOf({}, { picture: 'x' }))).toMatchObject({
    status: 400,
    errors: { picture: 'The file belongs in file' },
  });
  const torn = { 'content-type': 'multipart/form-data; boundary=x' };
  expect(await post('--x\r\ncontent-disposition: form-data; name="word"', torn)).toMatchObject({
    status: 400,
  });
  expect(kept).toEqual([]);
});

test('refuses a file of another type by its name, and stores nothing', async () => {
  for (const name of ['leads.pdf', 'leads.csv.exe', 'csv'])
    expect(await post(formWith(name))).toMatchObject({
      status: 400,
      errors: { file: `${name} is no .csv or .xlsx: save it as one of these` },
    });
  expect(kept).toEqual([]);
  expect(await post(formWith('LEADS.CSV'))).toMatchObject({ status: 200 });
});

/** Posts a form with one part. The header is sent as latin1, one byte per character. */
const postPart = (header: string, content = 'a,b') => {
  const part = `--x\r\ncontent-disposition: form-data; ${header}\r\n\r\n${content}\r\n--x--\r\n`;
  const type = 'multipart/form-data; boundary=x';
  return post(new Uint8Array(Buffer.from(part, 'latin1')), { 'content-type': type });
};

test('refuses text that cannot be stored in names and fields, in any encoding', async () => {
  for (const encoded of [`utf-16le''%00%D8`, `utf-8''a%00.csv`])
    expect(await postPart(`name="file"; filename*=${encoded}`)).toMatchObject({
      status: 400,
      errors: { file: `The file’s name: ${texts.badCharacters}` },
    });
  const utf16 = 'name="word"\r\ncontent-type: text/plain; charset=utf-16le';
  expect(await postPart(utf16, '\x3d\xd8')).toMatchObject({
    status: 400,
    errors: { word: texts.badCharacters },
  });
  expect(await postPart(`name="word"`, 'a\0')).toMatchObject({
    status: 400,
    errors: { word: texts.badCharacters },
  });
  expect(await postPart(`name="a\0"`)).toMatchObject({ status: 400, errors: { body: texts.badCharacters } });
  expect(kept).toEqual([]);
});

test('keeps the end of a long file name, without splitting a character', async () => {
  const name = `${'x'.repeat(50)}😀${'y'.repeat(195)}.csv`;
  expect(await post(formWith(name))).toMatchObject({ status: 200 });
  expect(kept).toEqual([{ name: `${'y'.repeat(195)}.csv`, size: 3 }]);
});

test('deletes the file of a refused call, and keeps the file of an accepted one', async () => {
  const torn =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\r\n--x\r\ncontent-disposition: form-data; name="word"';
  const form = { 'content-type': 'multipart/form-data; boundary=x' };
  expect(await post(torn, form)).toMatchObject({ status: 400 });
  expect([kept.length, dropped]).toEqual([1, 1]);
  expect(await post(formOf({ other: 'x' }, { file: 'a,b' }))).toMatchObject({ status: 400 });
  expect([kept.length, dropped]).toEqual([2, 2]);
  expect(await post(formOf({ word: 'yes' }, { file: 'a,b' }))).toMatchObject({ status: 200 });
  expect([kept.length, dropped]).toEqual([3, 2]);
});

test('a call without a file refuses multipart forms', async () => {
  expect((await post(formOf({}), {}, '/plain')).status).toBe(415);
});

test('refuses a file by its content-length before it is read', async () => {
  const sent = request(`${url}/api/send`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '900000000' },
  });
  sent.on('error', () => {}); // the server closes the connection
  sent.write('--x\r\n');
  const [answer] = await once(sent, 'response');
  expect([answer.statusCode, answer.headers.connection]).toEqual([413, 'close']);
  sent.destroy();
  expect(received).toBe(0);
});

test('stops a file without content-length at the limit, and does not keep it', async () => {
  const sent = request(`${url}/api/send`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' },
  });
  sent.on('error', () => {});
  sent.write('--x\r\ncontent-disposition: form-data; name="file"; filename="big.csv"\r\n\r\n');
  // The server closes the connection while the client still writes: the client may see the end before the answer.
  const answered = once(sent, 'response').catch(() => null);
  let written = 0;
  const block = Buffer.alloc(100_000, 97);
  const over = answered.then(() => true);
  while (!(await Promise.race([over, new Promise<false>((resolve) => setTimeout(resolve, 2, false))]))) {
    sent.write(block);
    written += block.length;
  }
  const answer = await answered;
  if (answer) expect(answer[0].statusCode).toBe(413);
  sent.destroy();
  expect(kept).toEqual([]);
  expect(received).toBeLessThanOrEqual(1_000_000);
  expect(written).toBeGreaterThan(1_000_000);
});
