import { beforeEach, expect, test, vi } from 'vitest';
import { keepUnanswered, UNANSWERED_KEY, unanswered } from './unanswered.ts';

const stored = new Map<string, string>();
let leavePage = () => {};

beforeEach(() => {
  unanswered.clear();
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('addEventListener', (_: 'pagehide', listener: () => void) => {
    leavePage = listener;
  });
  keepUnanswered();
});

const sent = { key: 'k', since: 7, record: 'r' };

/** Reloads the page. @returns the submits that the new page knows */
function reload(): string[] {
  leavePage();
  unanswered.clear();
  keepUnanswered();
  return [...unanswered.keys()];
}

test('a submit keeps its key over a reload, for one page', () => {
  unanswered.set('["ann","POST","/leads/:id/comments",{"body":{"content":"Packed"}}]', sent);
  expect(reload()).toHaveLength(1);
  expect([...unanswered.values()]).toEqual([sent]);
  expect(stored.size).toBe(0);
  unanswered.clear();
  expect(reload()).toEqual([]);
});

test('a page that is left twice keeps nothing that was answered meanwhile', () => {
  unanswered.set('["ann","POST","/leads/:id/comments",{}]', sent);
  leavePage();
  unanswered.clear();
  leavePage();
  expect(stored.size).toBe(0);
});

test.each(['newPassword', 'razorpayApiKey', 'secret', 'headers', 'token'])(
  'a submit with %s is not stored',
  (field) => {
    unanswered.set(JSON.stringify(['ann', 'PUT', '/x', { body: { [field]: 'hidden' } }]), sent);
    leavePage();
    expect(stored.size).toBe(0);
  },
);

test.each(['{', '{"a":1}', '[null]', '[["a",null]]', '[["a",{}]]'])(
  'a stored text that is none is ignored: %s',
  (text) => {
    stored.set(UNANSWERED_KEY, text);
    keepUnanswered();
    expect(unanswered.size).toBe(0);
  },
);
