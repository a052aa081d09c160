import { endpoint } from '@crm/contracts/endpoint.ts';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openLog } from '../log/log.ts';
import { noAccess } from '../test/no-access.ts';
import { mountRoutes } from './mount-routes.ts';
import { anyone } from './policy.ts';
import { createServer } from './server.ts';

const paths = ['/things', '/lists/'] as const;
const app = await createServer({ log: openLog('silent'), trustProxy: [] });
const routes = paths.map((path) => ({
  endpoint: endpoint({ method: 'GET', path, data: z.object({}) }),
  policy: anyone,
  run: async () => ({ kind: 'done', data: {} }) as const,
}));
mountRoutes(app, routes, noAccess);
afterAll(() => app.close());

test.each(['/things', '/things/', '/lists', '/lists/'])('answers %s', async (path) => {
  expect((await app.inject(`/api${path}`)).statusCode).toBe(200);
});
