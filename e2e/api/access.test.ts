import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sharedProduct } from './product.ts';
import { withRoutesTable } from './routes-table.ts';

const product = await sharedProduct();

/** A new route, or a changed policy, changes docs/access.md and so becomes visible in review. */
test('docs/access.md lists every route with its policy (`npx vitest run e2e/api/access.test.ts -u` updates it)', async () => {
  const page = path.join(import.meta.dirname, '../../docs/access.md');
  const updated = withRoutesTable(readFileSync(page, 'utf8'), product.routes);
  await expect(updated).toMatchFileSnapshot(page);
});

test('an unknown call is answered with 404 as JSON, signed in or not, and never with the console page', async () => {
  for (const token of [null, (await product.signIn(product.people.rivalAdmin)).token])
    for (const [method, path] of [
      ['GET', '/no-such-call'],
      ['PATCH', '/leads'],
      ['PUT', '/leads'],
      ['OPTIONS', '/offers'],
      ['DELETE', '/auth/login'],
    ] as const) {
      const answer = await product.send({ method, path, token });
      expect(answer).toMatchObject({ status: 404, success: false, code: 'no-such-call' });
    }
});
