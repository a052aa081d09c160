import { randomUUID } from 'node:crypto';
import { TenantId, UserId } from '@crm/events/ids.ts';
import { leadAssigned, leadUnassigned } from '@crm/events/leads/story.ts';
import { saved } from '@crm/events/saved-reports/story.ts';
import { testMeta } from '@crm/events/test/meta.ts';
import { details } from '@crm/events/users/story.ts';
import { viewSaved } from '@crm/events/views/story.ts';
import { describe, expect, test } from 'vitest';
import { openTally } from './tally.ts';

const tenant = TenantId.parse(randomUUID());
type Event = { type: string; data: unknown };
const checked = (stream: string, { type, data }: Event) => ({
  event: {
    id: randomUUID(),
    type,
    version: 1,
    stream,
    revision: 0,
    n: 1,
    at: new Date('2026-03-01T10:00:00.000Z'),
    data,
    meta: testMeta(tenant),
  },
  data,
});

const here = { id: UserId.parse(randomUUID()), name: 'Priya' };
const foreign = { id: UserId.parse(randomUUID()), name: 'Omar' };
const owner = { id: foreign.id, isAdmin: true };
const lease = { operator: foreign, until: '2026-03-01T10:20:00.000Z', fromPool: false };

const events: [name: string, kind: string, event: Event][] = [
  ['takes a lead', 'lead', { type: 'LeadTaken', data: lease }],
  ['gets a lead', 'lead', leadAssigned(foreign)],
  ['had a lead', 'lead', leadUnassigned(foreign)],
  [
    'gets leads of another one',
    'user',
    { type: 'UserLeadsHandedOver', data: { name: 'Priya', operators: [here, foreign] } },
  ],
  ['has a view', 'view', viewSaved(owner)],
  ['has a saved report', 'savedreport', saved(owner)],
];

describe('an account of another organisation is named that', () => {
  test.each(events)('%s', (_, kind, event) => {
    const tally = openTally();
    const user = { type: 'UserCreated', data: { details } };
    expect(tally.take(checked(`user-${here.id}`, user))).toBeNull();
    const stream = kind === 'user' ? `user-${here.id}` : `${kind}-${randomUUID()}`;
    expect(tally.take(checked(stream, event))).toBe(`The account ${foreign.id} is not in the archive`);
  });
});

test('a deleted account of the archive may be named', () => {
  const tally = openTally();
  tally.take(checked(`user-${here.id}`, { type: 'UserCreated', data: { details } }));
  tally.take(checked(`user-${here.id}`, { type: 'UserDeleted', data: {} }));
  expect(tally.take(checked(`lead-${randomUUID()}`, leadUnassigned(here)))).toBeNull();
});
