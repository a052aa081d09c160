import { randomUUID } from 'node:crypto';
import { leadIdOf } from '@crm/events/derived-ids.ts';
import { TenantId } from '@crm/events/ids.ts';
import { leadCreated } from '@crm/events/leads/story.ts';
import { ordered } from '@crm/events/payments/story.ts';
import type { PostbackDetails } from '@crm/events/postbacks/details.ts';
import { postbackCreated, postbackEdited } from '@crm/events/postbacks/story.ts';
import type { ReportSchedule } from '@crm/events/saved-reports/events.ts';
import { ann, saved, schedule, scheduled } from '@crm/events/saved-reports/story.ts';
import { granted, growth } from '@crm/events/subscriptions/story.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { knownVersions } from '@crm/events/versions.ts';
import { viewSaved } from '@crm/events/views/story.ts';
import { describe, expect, test } from 'vitest';
import { checkLine } from './event.ts';

const tenant = TenantId.parse(randomUUID());
type Event = { type: string; data: unknown };
const line = (stream: string, { type, data }: Event, meta: object = {}) => ({
  id: randomUUID(),
  type,
  version: knownVersions[type] ?? 1,
  stream,
  revision: 0,
  at: '2026-03-01T10:00:00.000Z',
  data,
  meta: { ...testMeta(tenant), ...meta },
});
const tenantLine = (type: string, data: object, meta: object = {}) =>
  line(`tenant-${tenant}`, { type, data }, meta);
const renamed = (meta: object) => tenantLine('OrganizationRenamed', { organizationName: 'Gulf' }, meta);
const inStreamOf = (kind: string, event: Event) => line(`${kind}-${randomUUID()}`, event);
const edited = (changes: Partial<PostbackDetails>) => inStreamOf('postback', postbackEdited(changes));
const mailed = (changes: Partial<ReportSchedule>) =>
  inStreamOf('savedreport', scheduled({ ...schedule, ...changes }));
const created = ({ quantity, ...more }: { orderedAt?: string; orderId?: string; quantity?: number }) => {
  const { type, data: before } = leadCreated();
  const data = { ...before, ...more };
  const product = { ...data.details.product, ...(quantity !== undefined && { quantity }) };
  const details = { ...data.details, product };
  return line(`lead-${leadIdOf(tenant, data.orderId)}`, {
    type,
    data: { ...data, details },
  });
};
const addresses = (n: number) => Array.from({ length: n }, (_, at) => `manager${at}@example.com`);

const check = (text: object) => checkLine(JSON.stringify(text), { n: 1, tenant, batch: randomUUID() });

const lines: [name: string, line: object, problem: string][] = [
  [
    'a correlation id that is no UUID',
    renamed({ correlationId: 'order 7' }),
    'meta.correlationId: Must be an id',
  ],
  ['a causation id that is no UUID', renamed({ causationId: 'order 7' }), 'meta.causationId: Must be an id'],
  [
    'a retention of 8 million years',
    tenantLine('PostbackLogRetentionSet', { days: 3_000_000_000, maxLogs: null }),
    'data.days: Must be from 1 to 3650',
  ],
  [
    'a retention of no log',
    tenantLine('PostbackLogRetentionSet', { days: 90, maxLogs: -5 }),
    'data.maxLogs: Must be at least 1000',
  ],
  [
    'an API key whose id is no UUID',
    tenantLine('ApiKeyCreated', { id: 'seven', name: 'Landing' }),
    'data.id: Must be an id',
  ],
  ['40,000 retries', edited({ maxRetries: 40_000 }), 'data.changes.maxRetries: Cannot exceed 10'],
  ['a timeout of 24 days', edited({ timeout: 2_147_483_647 }), 'data.changes.timeout: Cannot exceed 60000'],
  ['a pause of no time', edited({ retryDelay: 0 }), 'data.changes.retryDelay: Must be at least 1000'],
  [
    'a postback to a mail server',
    edited({ url: 'http://partner.example:25/' }),
    'data.changes.url: This port cannot be used; use 80, 443, or a web port of 1024 and above',
  ],
  [
    'a header that names another host',
    edited({ headers: [{ key: 'Host', value: 'a.example' }] }),
    'data.changes.headers.0.key: This header is set by the product',
  ],
  [
    'an API key in the header of the signature',
    edited({ authentication: { type: 'api_key', header: 'webhook-signature' } }),
    'data.changes.authentication.header: This header is set by the product',
  ],
  [
    'a report to 8,000 addresses',
    mailed({ recipients: addresses(8_000) }),
    'data.schedule.recipients: At most 10',
  ],
  [
    'a report to a text that is no address',
    mailed({ recipients: ['ann@a.example, bob@b.example'] }),
    'data.schedule.recipients.0: Must be in the format email',
  ],
  [
    'a saved report of no user',
    inStreamOf('savedreport', saved({ ...ann, id: 'ann' })),
    'data.owner: Must be an id',
  ],
  ['a view of no user', inStreamOf('view', viewSaved({ ...ann, id: 'ann' })), 'data.owner: Must be an id'],
  [
    'a subscription to a plan without an id',
    line(`subscription-${tenant}`, granted({ plan: { ...growth, id: 'growth' } })),
    'data.plan.id: Must be an id',
  ],
  [
    'a subscription without a date',
    line(`subscription-${tenant}`, granted({ endDate: 'tomorrow' })),
    'data.endDate: Must be a time such as 2026-03-14T09:26:53.000Z',
  ],
  [
    'an order under the id of another one',
    line('payment-6b0f2a70-0000-4000-8000-000000000001', ordered({ providerOrderId: 'order_7' })),
    'stream: payment-6b0f2a70-0000-4000-8000-000000000001 does not belong to the order order_7',
  ],
  [
    'a time in the year 0',
    created({ orderedAt: '0000-01-01T00:00:00.000Z' }),
    'data.orderedAt: Must not be in the year 0',
  ],
  [
    'an order id that fits no index',
    created({ orderId: 'A'.repeat(3_000) }),
    'data.orderId: Cannot exceed 500 characters',
  ],
  [
    'a quantity that fits no column',
    created({ quantity: 3_000_000_000 }),
    'data.details.product.quantity: Cannot exceed 2147483647',
  ],
];

describe('a line that no command writes is refused', () => {
  test.each(lines)('%s', (_, text, problem) => {
    expect(check(text)).toEqual({ kind: 'wrong', problem });
  });
});

test('what commands write at the bounds is accepted', () => {
  const kept = {
    maxRetries: 10,
    timeout: 60_000,
    retryDelay: 1_000,
    // A placeholder of an earlier program.
    url: 'https://partner.example:8443/leads?id={{retired}}',
  };
  for (const text of [
    tenantLine('PostbackLogRetentionSet', { days: 3650, maxLogs: 1000 }),
    edited(kept),
    inStreamOf('postback', postbackCreated(kept)),
    mailed({ recipients: [...addresses(9), 'boss@intranet'] }),
    created({ orderedAt: '2016-01-01T00:00:00.000Z', quantity: 100_000 }),
  ])
    expect(check(text)).toMatchObject({ kind: 'event' });
});
