import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startProduct } from './product.ts';

const product = await startProduct();
const admin = await product.signIn('admin@demo.test');

const ID = '7d0f5a10-0000-4000-8000-000000000000';
/** Names that some call knows, and some that none does. */
const names = fc.oneof(
  fc.constantFrom(
    ...[
      'email',
      'password',
      'fullName',
      'phone',
      'quantity',
      'price',
      'offer',
      'orderId',
      'status',
      'newStatus',
    ],
    ...[
      'leadIds',
      'operatorId',
      'requestId',
      'requestIds',
      'content',
      'adminNotes',
      'permissions',
      'isActive',
    ],
    ...['name', 'category', 'stockQuantity', 'username', 'colorHash', 'revision', 'constructor', '__proto__'],
  ),
  fc.string({ unit: 'binary' }),
);
const almostRight = fc.constantFrom<unknown>(
  ID,
  [ID],
  { [ID]: ID },
  'hold',
  'a@b.test',
  '+91 98200 11111',
  1,
  '1',
  '',
  null,
  true,
);
const bodies = fc.dictionary(names, fc.oneof({ weight: 3, arbitrary: almostRight }, fc.jsonValue()), {
  maxKeys: 6,
});
/** Signing out would end it all; an export is a file and no JSON. */
const leftOut = ['/auth/logout', '/leads/export', '/reports/export/leads'];
const calls = fc.constantFrom(
  ...product.routes.flatMap(({ endpoint: { method, path } }) =>
    leftOut.includes(path) ? [] : [{ method, path }],
  ),
);
const tokens = fc.constantFrom(admin.token, null);

test('whatever JSON or query any call is sent, the answer has the one shape and is none of ours to be ashamed of', async () => {
  const asked = fc.record({ call: calls, body: bodies, query: fc.webQueryParameters(), token: tokens });
  await fc.assert(
    fc.asyncProperty(asked, async ({ call: { method, path }, body, query, token }) => {
      const answer = await product.send({
        method,
        path: path.replace(/:\w+/g, ID),
        query,
        token,
        ...(method !== 'GET' && { body }),
      });
      expect(answer.status, answer.text).toBeLessThan(500);
      if (answer.status >= 400)
        expect(answer).toMatchObject({
          success: false,
          message: expect.any(String),
          code: expect.any(String),
        });
      // As it was sent: read by a schema, a field named __proto__ is gone.
      if (answer.code === 'bad-input') expect(answer.text).toMatch(/"errors":\{"/);
    }),
    { numRuns: 1_500, seed: 20_261_120 },
  );
});
