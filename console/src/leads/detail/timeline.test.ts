import type { TimelineEntry } from '@crm/contracts/leads/lead.ts';
import { describe, expect, test } from 'vitest';
import { inWords, showsInternal, timelineOf, typeBadge } from './timeline.ts';

function entry(event: string, revision: number, type = 'system'): TimelineEntry {
  return {
    _id: `e${revision}`,
    event,
    type,
    isInternal: true,
    isImportant: false,
    author: { fullName: 'Omar Haddad', role: 'operator' },
    content: '',
    createdAt: '2026-11-20T10:00:00.000Z',
    metadata: {
      previousStatus: null,
      newStatus: null,
      reason: null,
      ipAddress: null,
      userAgent: null,
      changes: [],
    },
    revision,
  };
}

const history = [
  entry('LeadCreated', 0),
  entry('LeadCommented', 1, 'internal'),
  entry('LeadAssigned', 2, 'assignment'),
  entry('LeadCommented', 3, 'follow_up'),
];

describe('the timeline', () => {
  test('shows the newest first, also among entries of the same moment', () => {
    expect(timelineOf(history, 'all').map(({ revision }) => revision)).toEqual([3, 2, 1, 0]);
  });

  test('shows only comments on request', () => {
    expect(timelineOf(history, 'comments').map(({ revision }) => revision)).toEqual([3, 1]);
  });

  test('shows the Internal mark only once', () => {
    expect(history.map(showsInternal)).toEqual([false, false, false, true]);
    expect(showsInternal({ ...entry('LeadCommented', 4, 'customer'), isInternal: false })).toBe(false);
  });
});

test('shows type badges as words', () => {
  expect(typeBadge('follow_up')).toEqual({ text: 'Follow Up', tone: 'warn' });
  expect(typeBadge('assignment')).toEqual({ text: 'Assignment', tone: 'neutral' });
});

test.each([
  ['fullName', 'Full Name'],
  ['address2', 'Address 2'],
  ['follow_up', 'Follow Up'],
  ['customer.fullName', 'Customer Full Name'],
])('shows %s as %s', (name, words) => {
  expect(inWords(name)).toBe(words);
});
