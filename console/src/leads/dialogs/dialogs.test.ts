import { MAX_BULK_LEADS } from '@crm/contracts/leads/write.ts';
import { describe, expect, test } from 'vitest';
import { clamp, inChunks, type Outcome, pick, statusSummary } from './bulk.ts';
import { CUSTOM, emptyDraft, isWritten, textOf } from './commentDraft.ts';
import { isComplete } from './statusRules.ts';

describe('a comment', () => {
  const connected = { ...emptyDraft, connection: 'connected' as const };

  test('is composed of status and reason', () => {
    expect(textOf(emptyDraft)).toBe('');
    expect(textOf(connected)).toBe('Connected');
    expect(textOf({ ...connected, reason: 'Call Back' })).toBe('Connected - Call Back');
    expect(textOf({ ...emptyDraft, connection: 'not-connected', reason: 'Ringing' })).toBe(
      'Not Connected - Ringing',
    );
    expect(textOf({ ...connected, reason: CUSTOM, custom: ' wife asks ' })).toBe('Connected - wife asks');
    expect(textOf({ ...connected, mode: 'manual', manual: ' by hand ' })).toBe('by hand');
  });

  test('needs status, reason, and the custom text of a custom reason', () => {
    expect(isWritten(connected)).toBe(false);
    expect(isWritten({ ...connected, reason: 'Call Back' })).toBe(true);
    expect(isWritten({ ...connected, reason: CUSTOM, custom: '  ' })).toBe(false);
    expect(isWritten({ ...connected, reason: CUSTOM, custom: 'x' })).toBe(true);
    expect(isWritten({ ...connected, mode: 'manual' })).toBe(false);
    expect(isWritten({ ...emptyDraft, mode: 'manual', manual: 'x' })).toBe(true);
  });
});

describe('a status change', () => {
  const to = (status: 'processing' | 'approved' | 'trash', reason = '', comment = '') => ({
    status,
    reason,
    comment,
  });

  test('by an admin needs a reason to trash, and a comment only where nothing changes', () => {
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

describe('a bulk action', () => {
  const items = ['a', 'b', 'c', 'd'];
  const outcome = (successful: number): Outcome => ({ successful, skipped: 0, failed: 0, problems: [] });

  test('picks the first, the last, or any', () => {
    expect(pick(items, 2, 'first', () => 0)).toEqual(['a', 'b']);
    expect(pick(items, 2, 'last', () => 0)).toEqual(['c', 'd']);
    expect(pick(items, 3, 'random', () => 0.999)).toEqual(['d', 'c', 'b']);
    expect(pick(items, 9, 'random', () => 0.5).toSorted()).toEqual(items);
  });

  test('clamps its quantity', () => {
    expect([-3, 0, 1.9, 4, 500, Number.NaN].map((n) => clamp(n, 4))).toEqual([1, 1, 1, 4, 4, 1]);
  });

  test('of many leads is several calls, summed up', async () => {
    const ids = Array.from({ length: MAX_BULK_LEADS * 2 + 1 }, (_, n) => String(n));
    const sizes: number[] = [];
    const sum = await inChunks(ids, async (chunk) => {
      sizes.push(chunk.length);
      return outcome(chunk.length);
    });
    expect(sizes).toEqual([MAX_BULK_LEADS, MAX_BULK_LEADS, 1]);
    expect(sum).toEqual(outcome(ids.length));
  });

  test('that fails at once throws; later, it says which leads failed', async () => {
    const ids = Array.from({ length: MAX_BULK_LEADS + 2 }, (_, n) => String(n));
    const failOn = (call: number) => {
      let calls = 0;
      return inChunks(ids, async (chunk) => {
        if (++calls === call) throw new Error('away');
        return outcome(chunk.length);
      });
    };
    await expect(failOn(1)).rejects.toThrow('away');
    expect(await failOn(2)).toMatchObject({
      successful: MAX_BULK_LEADS,
      failed: 2,
      problems: [
        { leadId: '200', message: 'away' },
        { leadId: '201', message: 'away' },
      ],
    });
  });

  test('says what it came to', () => {
    expect(statusSummary(outcome(3), 'approved')).toBe(
      'Status update completed: 3 leads updated to approved',
    );
    expect(statusSummary({ ...outcome(3), skipped: 2, failed: 1 }, 'hold')).toBe(
      'Status update completed: 3 leads updated to hold, 2 skipped, 1 failed',
    );
  });
});
