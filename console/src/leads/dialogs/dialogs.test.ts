import type { Comment } from '@crm/contracts/leads/lead.ts';
import { describe, expect, test } from 'vitest';
import { leadWords } from '../texts/words.ts';
import { clamp } from './bulk.ts';
import { CUSTOM, emptyDraft, isWritten, textOf } from './commentDraft.ts';
import { isComplete, outcomeOfCall } from './statusRules.ts';

describe('a comment', () => {
  const connected = { ...emptyDraft, connection: 'connected' as const };

  test('is composed of connection and reason', () => {
    expect(textOf(emptyDraft)).toBe('');
    expect(textOf(connected)).toBe('Connected');
    expect(textOf({ ...connected, reason: 'Call Back' })).toBe('Connected - Call Back');
    expect(textOf({ ...emptyDraft, connection: 'not-connected', reason: 'Ringing' })).toBe(
      'Not Connected - Ringing',
    );
    expect(textOf({ ...connected, reason: CUSTOM, custom: ' wife asks ' })).toBe('Connected - wife asks');
    expect(textOf({ ...connected, mode: 'manual', content: ' by hand ' })).toBe('by hand');
  });

  test('needs status, reason, and the custom text of a custom reason', () => {
    expect(isWritten(connected)).toBe(false);
    expect(isWritten({ ...connected, reason: 'Call Back' })).toBe(true);
    expect(isWritten({ ...connected, reason: CUSTOM, custom: '  ' })).toBe(false);
    expect(isWritten({ ...connected, reason: CUSTOM, custom: 'x' })).toBe(true);
    expect(isWritten({ ...connected, mode: 'manual' })).toBe(false);
    expect(isWritten({ ...emptyDraft, mode: 'manual', content: 'x' })).toBe(true);
  });
});

describe('a status change', () => {
  const to = (status: 'processing' | 'approved' | 'trash', reason = '', comment = '') => ({
    status,
    reason,
    comment,
  });

  test('by an admin needs a reason for trash, and a comment only when the status stays the same', () => {
    expect(isComplete(to('approved'), 'processing', 'admin')).toBe(true);
    expect(isComplete(to('trash'), 'processing', 'admin')).toBe(false);
    expect(isComplete(to('trash', 'twice'), 'processing', 'admin')).toBe(true);
    expect(isComplete(to('processing'), 'processing', 'admin')).toBe(false);
    expect(isComplete(to('processing', '', 'called'), 'processing', 'admin')).toBe(true);
  });

  test('by an operator always needs a comment', () => {
    expect(isComplete(to('approved'), 'processing', 'operator')).toBe(false);
    expect(isComplete(to('approved', '', 'called'), 'processing', 'operator')).toBe(true);
    expect(isComplete(to('trash', '', 'called'), 'processing', 'operator')).toBe(false);
  });
});

test('the comment of a request starts with the outcome of the operator’s own last call', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  const said = (content: string, fullName = 'Rohit Verma', createdAt = '2026-03-01T11:30:00Z'): Comment => ({
    _id: content,
    content,
    type: 'internal',
    isInternal: true,
    isImportant: false,
    author: { fullName },
    metadata: { previousStatus: null, newStatus: null, reason: null, ipAddress: null },
    createdAt,
  });
  const outcome = (...comments: Comment[]) => outcomeOfCall(comments, 'Rohit Verma', now);
  expect(outcome(said('Sold out'), said('Connected - Order Placed'), said('Connected - RPNA'))).toBe(
    'Connected - Order Placed',
  );
  expect(outcome(said('Not Connected - Ringing', 'Ananya Iyer'))).toBe('');
  expect(outcome(said('Not Connected - Ringing', 'Rohit Verma', '2026-03-01T10:59:00Z'))).toBe('');
  expect(outcome()).toBe('');
});

describe('a bulk action', () => {
  test('clamps its quantity', () => {
    expect([-3, 0, 1.9, 4, 500, Number.NaN].map((n) => clamp(n, 4))).toEqual([1, 1, 1, 4, 4, 1]);
  });

  test('names the number of leads', () => {
    expect([1, 2, 12345].map(leadWords.count)).toEqual(['1 lead', '2 leads', '12,345 leads']);
  });
});
