import { beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { callApi } from './call-api.ts';
import { PASSWORD } from './people.ts';
import { openStage, type Stage } from './stage.ts';
import { untilRead } from './until-read.ts';
import { nextAfter } from './work-queue.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ leads: 60 });
});

const Answer = z.looseObject({ data: z.looseObject({}) });

test('an operator takes no second lead while the queue does not show yet the one that was taken', async () => {
  const admin = (method: 'POST' | 'PUT', path: string, body: object) =>
    callApi(stage.url, stage.people.admin, method, path, body);
  await admin('PUT', '/admin/settings', { takingAllowed: true });
  // Without leads of their own, which are on screen before they are taken.
  const email = `new-${stage.people.operator}`;
  await admin('POST', '/users', {
    ...{ username: 'new.operator', email, fullName: 'New Operator', password: PASSWORD, role: 'operator' },
  });
  await untilRead(inject('product').databaseUrl);
  const page = await stage.signedIn(email, '/work');
  const order = await nextAfter(page, '');

  let takes = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/work-queue/take')) takes += 1;
  });
  let answers = 0;
  await page.route('**/api/operator/work-queue', async (route) => {
    const { data, ...others } = Answer.parse(await (await route.fetch()).json());
    answers += 1;
    const json = { ...others, data: { ...data, current: null, next: [] } };
    await route.fulfill({ json, headers: { 'x-stale': 'true' } });
  });
  await page.keyboard.press('8');
  // The page asks again by itself.
  await expect.poll(() => answers).toBeGreaterThan(2);
  await page.unrouteAll({ behavior: 'wait' });
  await nextAfter(page, order);
  expect(takes).toBe(1);
});
