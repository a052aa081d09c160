import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { endpoint } from '@crm/contracts/endpoint.ts';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openLog } from '../log/log.ts';
import { noAccess } from '../test/no-access.ts';
import { mountRoutes } from './mount-routes.ts';
import { anyone } from './policy.ts';
import type { Route } from './route.ts';
import { createServer } from './server.ts';

const leads = Array.from({ length: 500 }, (_, n) => ({ orderId: `ORD-${n}`, fullName: 'Meera Nair' }));
const data = z.object({ leads: z.array(z.object({ orderId: z.string(), fullName: z.string() })) });
const policy = anyone;
const routes: Route[] = [
  {
    endpoint: endpoint({ method: 'GET', path: '/leads', data }),
    policy,
    run: async () => ({ kind: 'done', data: { leads } }),
  },
  {
    endpoint: endpoint({ method: 'GET', path: '/lead', data }),
    policy,
    run: async () => ({ kind: 'done', data: { leads: leads.slice(0, 3) } }),
  },
  {
    endpoint: endpoint({ method: 'GET', path: '/export', data }),
    policy,
    run: async () => ({
      kind: 'file',
      name: 'leads.csv',
      type: 'text/csv; charset=utf-8',
      bytes: Readable.from([JSON.stringify(leads)]),
    }),
  },
];
const app = await createServer({ log: openLog('silent'), trustProxy: [] });
mountRoutes(app, routes, noAccess);
afterAll(() => app.close());

const get = (url: string, accepted?: string) =>
  app.inject({
    url: `/api${url}`,
    ...(accepted !== undefined && { headers: { 'accept-encoding': accepted } }),
  });

test.each([
  ['a browser on TLS', 'gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['a browser without TLS', 'gzip, deflate', 'gzip', gunzipSync],
] as const)('%s gets a list compressed', async (_, accepted, encoding, decompress) => {
  const { headers, rawPayload } = await get('/leads', accepted);
  expect(headers).toMatchObject({
    'content-encoding': encoding,
    vary: expect.stringContaining('accept-encoding'),
  });
  expect(rawPayload.length).toBeLessThan(JSON.stringify(leads).length / 5);
  expect(JSON.parse(decompress(rawPayload).toString())).toEqual({ success: true, data: { leads } });
});

test('a caller that asks for no compression, a short answer and a file get it as it is', async () => {
  for (const [url, accepted] of [
    ['/leads', undefined],
    ['/lead', 'gzip, br'],
    ['/export', 'gzip, br'],
  ] as const) {
    const { statusCode, headers, body } = await get(url, accepted);
    expect([statusCode, headers['content-encoding'], body.includes('Meera Nair')]).toEqual([
      200,
      undefined,
      true,
    ]);
  }
});
