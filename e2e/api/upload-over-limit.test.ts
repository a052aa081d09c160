import { uploadErrors } from '@crm/contracts/leads/upload.ts';
import { expect, test } from 'vitest';
import { renewAndSee, subscriptionOf } from './lead-limits.ts';
import { sharedProduct } from './product.ts';
import { csv, HEADER, rowOf, uploaders } from './uploads.ts';

const product = await sharedProduct({ leads: 0 });
const superAdmin = await product.signIn('super@demo.test');
const { admin, saved, failed, find } = await uploaders(product);

test('rows over the lead limit are errors of their rows, and exactly the free places are filled', async () => {
  await renewAndSee({ superAdmin, admin, anybody: product.anybody }, 20);
  const ids = Array.from({ length: 90 }, (_, n) => `OVER-${n}`);
  const result = await saved(csv(...ids.map(rowOf)));
  expect(result).toMatchObject({
    savedLeads: 20,
    errorsCount: 70,
    summary: { totalRows: 90, validLeads: 20 },
  });
  expect(await subscriptionOf(admin)).toMatchObject({ maxLeads: 20, asideLeads: 0 });

  const found = (await find(ids)).map(({ orderId }) => orderId);
  const refused = result.errors.map(({ data }) => data['ID'] ?? '');
  expect([...found, ...refused].sort()).toEqual([...ids].sort());
  const { row, error, data } = result.errors[0] ?? {};
  // The header is row 1.
  expect(row).toBe(ids.indexOf(data?.['ID'] ?? '') + 2);
  expect(error).toMatch(
    /^The lead limit is reached: the plan allows 20 leads from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/,
  );

  const path = uploadErrors.path.replace(':batchId', result.batchId);
  const file = await product.app.inject({
    method: 'GET',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const lines = file.body.replace('\ufeff', '').trim().split('\r\n');
  expect(lines[0]).toContain(HEADER);
  expect(lines).toHaveLength(71);
  expect(lines.slice(1).every((line) => line.includes('The lead limit is reached'))).toBe(true);

  // Without a free place nothing is saved; with a higher limit the rest of the same file is.
  const again = await failed(csv('OVER-90,2025-03-01,Meera Nair,+91 98765 43210,499.50'));
  expect(again.errors[0]?.error).toMatch(/^The lead limit is reached/);
  const known = await failed(csv(...found.map(rowOf)));
  expect(known.groups).toEqual([{ group: 'Already in Database', count: 20 }]);
  await renewAndSee({ superAdmin, admin, anybody: product.anybody }, 90);
  const rest = await saved(csv(...ids.map(rowOf)));
  expect(rest).toMatchObject({ savedLeads: 70, errorsCount: 20 });
});
