import { randomUUID } from 'node:crypto';
import { getRetention } from '@crm/contracts/postbacks/logs.ts';
import {
  getPostback,
  listPlaceholders,
  listPostbacks,
  pickPostbacks,
  postbackHealth,
} from '@crm/contracts/postbacks/postbacks.ts';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import { PostbackId, type TenantId } from '@crm/events/ids.ts';
import { blankDetails } from '@crm/events/leads/details.ts';
import type { PostbackDetails } from '@crm/events/postbacks/details.ts';
import type { PostbackEvent } from '@crm/events/postbacks/events.ts';
import {
  postbackCreated,
  postbackDeleted,
  postbackDisabled,
  postbackEdited,
  postbackEnabled,
  postbackRetired,
  secretRolled,
} from '@crm/events/postbacks/story.ts';
import { leadStream, postbackStream, tenantStream } from '@crm/events/streams.ts';
import type { Push } from '@crm/platform/live/messages.ts';
import { testDatabase } from '@crm/platform/test/database.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { callerOf, newTenant, openWorld } from '../test/world.ts';

const db = await testDatabase();
const pushed: Push[] = [];
const world = await openWorld(db.url, (pushes) => void pushed.push(...pushes));
afterAll(world.close);

const [tenant, rival] = [newTenant(), newTenant()];
const admin = callerOf('admin', tenant);

async function addPostback(of: TenantId, more: Partial<PostbackDetails> = {}, ...then: PostbackEvent[]) {
  const id = PostbackId.parse(randomUUID());
  await world.say(postbackStream(id), of, [postbackCreated(more), ...then]);
  return id;
}

test('applies every event of a postback', async () => {
  const id = PostbackId.parse(randomUUID());
  const secretHeader = { headers: [{ key: 'X-Token', value: null }] };
  const seen = async () => (await world.ask(getPostback, admin, { params: { id } })).data.postback;
  await world.say(postbackStream(id), tenant, [
    postbackCreated({ ...secretHeader, authentication: { type: 'bearer' } }, [
      'authentication.token',
      'headers.x-token',
    ]),
  ]);
  expect(await seen()).toMatchObject({
    _id: id,
    name: 'Tracker',
    isActive: true,
    disabledReason: null,
    headers: [{ key: 'X-Token', value: '', isSecret: true }],
    authentication: { type: 'bearer', isSet: true },
    stats: { totalSent: 0, totalSuccess: 0 },
  });
  const delivery = randomUUID();
  await world.say(postbackStream(id), tenant, [
    postbackEdited({ name: 'Other', authentication: { type: 'none' } }),
    secretRolled('2025-03-02T09:30:00.000Z'),
    postbackRetired(delivery),
  ]);
  expect(await seen()).toMatchObject({
    name: 'Other',
    isActive: false,
    disabledReason: 'gone',
    previousSecretUntil: '2025-03-02T09:30:00.000Z',
    authentication: { type: 'none', isSet: false, username: '', apiKeyHeader: 'X-API-Key' },
  });
  await world.say(postbackStream(id), tenant, [postbackEnabled(), postbackDisabled()]);
  expect(await seen()).toMatchObject({ isActive: false, disabledReason: 'by-hand' });
  await world.say(postbackStream(id), tenant, [postbackDeleted()]);
  expect(await world.refusal(getPostback, admin, { params: { id } })).toBe('postback-not-found');
  expect(pushed.filter(({ ids }) => ids.includes(id)).map(({ room, topic }) => `${topic} ${room}`)).toContain(
    `postbacks tenant:${tenant}:admins`,
  );
});

describe('the list', async () => {
  const of = newTenant();
  const [one, two] = [
    await addPostback(of, { name: 'Keitaro', url: 'https://k.example/?subid={{sub1}}' }),
    await addPostback(
      of,
      { name: 'Voluum', triggerEvents: ['lead_approved'], description: '50%_of it' },
      postbackDisabled(),
    ),
  ];
  await addPostback(rival);
  await db.everyTenant.query(
    `insert into postback_lanes (postback, tenant, sent, success, paused_until)
     values ($1, $2, 10, 9, now() + interval '1 minute')`,
    [one, of],
  );
  const caller = callerOf('admin', of);

  test.each([
    ['newest first', {}, [two, one]],
    ['by name', { search: 'KEIT' }, [one]],
    ['by address', { search: 'subid=' }, [one]],
    ['by signs that LIKE would read', { search: '50%_' }, [two]],
    ['those that are on', { isActive: true }, [one]],
    ['those that are off', { isActive: false }, [two]],
    ['by trigger', { triggerEvent: 'lead_approved' }, [two]],
    ['by a trigger that none has', { triggerEvent: 'lead_rejected' }, []],
    ['page by page', { limit: 1, page: 2 }, [one]],
  ] as const)('%s', async (_, query, ids) => {
    const { data } = await world.ask(listPostbacks, caller, { query });
    expect(data.map(({ _id }) => _id)).toEqual(ids);
  });

  test('shows delivery counters and an open circuit', async () => {
    const { data } = await world.ask(listPostbacks, caller, { query: { isActive: true } });
    expect(data).toMatchObject([{ stats: { totalSent: 10, totalSuccess: 9 } }]);
    expect(data[0]?.pausedUntil).not.toBeNull();
  });

  test('by name, for pickers', async () => {
    const { data } = await world.ask(pickPostbacks, caller, {});
    expect(data).toEqual([
      { _id: one, name: 'Keitaro', isActive: true },
      { _id: two, name: 'Voluum', isActive: false },
    ]);
  });

  test('is only for admins of the tenant', async () => {
    expect(await world.refusal(listPostbacks, callerOf('operator', of), { query: {} })).toBe(
      'admin-required',
    );
    const other = callerOf('admin', rival);
    expect(await world.refusal(getPostback, other, { params: { id: one } })).toBe('postback-not-found');
    expect((await world.ask(listPostbacks, other, { query: { search: 'Keitaro' } })).data).toEqual([]);
  });
});

test('warns admins about disabled and failing postbacks', async () => {
  const of = newTenant();
  const [gone, failing, good, few] = [
    await addPostback(of, { name: 'Gone' }, postbackRetired(randomUUID())),
    await addPostback(of, { name: 'Failing' }),
    await addPostback(of, { name: 'Good' }),
    await addPostback(of, { name: 'Too few to say' }),
  ];
  await addPostback(of, { name: 'Switched off' }, postbackDisabled());
  const went = async (postback: string, success: number, failed: number, ago: string) =>
    db.everyTenant.query(
      `insert into postback_hours (tenant, postback, hour, success, failed)
       values ($1, $2, date_trunc('hour', now() - $5::interval), $3, $4)`,
      [of, postback, success, failed, ago],
    );
  await went(failing, 79, 21, '0');
  await went(good, 80, 20, '0');
  await went(good, 0, 100, '3 hours');
  await went(few, 0, 4, '0');
  const { data } = await world.ask(postbackHealth, callerOf('admin', of), {});
  expect(data).toMatchObject([
    { postback: { _id: failing, name: 'Failing' }, problem: 'failing', successRate: 79 },
    { postback: { _id: gone, name: 'Gone' }, problem: 'gone', successRate: null },
  ]);
});

test('lists every placeholder with its value for the newest lead', async () => {
  const of = newTenant();
  const caller = callerOf('admin', of);
  const none = (await world.ask(listPlaceholders, caller, {})).data;
  expect(none.orderId).toBeNull();
  expect(none.placeholders).toContainEqual({ name: 'orderId', value: null });
  for (const orderId of ['A-1', 'A-2'])
    await world.say(leadStream(leadIdOf(of, orderId)), of, [
      {
        type: 'LeadCreated',
        data: {
          orderId,
          details: {
            ...blankDetails,
            product: { ...blankDetails.product, total: 4999 },
            source: { ...blankDetails.source, extra: { clickid: 'c-7' } },
          },
        },
      },
    ]);
  const { orderId, placeholders } = (await world.ask(listPlaceholders, caller, {})).data;
  const given = (wanted: string) => placeholders.find(({ name }) => name === wanted)?.value;
  expect(orderId).toBe('A-2');
  expect(['event', 'orderId', 'total', 'status', 'extra.clickid', 'email'].map(given)).toEqual([
    'new_lead',
    'A-2',
    '49.99',
    'processing',
    'c-7',
    '',
  ]);
});

test('returns the log retention', async () => {
  const of = newTenant();
  const retention = async () => (await world.ask(getRetention, callerOf('admin', of), {})).data;
  expect(await retention()).toEqual({ days: 90, maxLogs: null });
  await world.say(tenantStream(of), of, [
    { type: 'TenantCreated', data: { organizationName: 'Demo' } },
    { type: 'PostbackLogRetentionSet', data: { days: 30, maxLogs: 5000 } },
  ]);
  expect(await retention()).toEqual({ days: 30, maxLogs: 5000 });
});
