import { expect, test, vi } from 'vitest';
import { stubStorage } from '../../test/stubStorage.ts';
import { askEarly, takeEarly } from './earlyMe.ts';

/** A browser at `path` with a stored token, whose server answers every call. */
function browserAt(pathname: string) {
  const stored = new Map([['token', 'T1']]);
  const fetched = vi.fn(async () => new Response(JSON.stringify({ success: true, data: { user: {} } })));
  stubStorage(stored);
  vi.stubGlobal('window', { location: { pathname } });
  vi.stubGlobal('fetch', fetched);
  return { stored, fetched };
}

test('asks once, before the pages load, and hands the answer out once', async () => {
  const { fetched } = browserAt('/leads');
  askEarly();
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(await takeEarly()).toMatchObject({ data: { user: {} } });
  expect(takeEarly()).toBeNull();
});

test('an answer for an earlier token is not used', () => {
  const { stored } = browserAt('/leads');
  askEarly();
  stored.set('token', 'T2');
  expect(takeEarly()).toBeNull();
});

test('asks neither for a visitor without a token, nor on the landing page', () => {
  const { stored, fetched } = browserAt('/');
  askEarly();
  stored.clear();
  vi.stubGlobal('window', { location: { pathname: '/leads' } });
  askEarly();
  expect(fetched).not.toHaveBeenCalled();
});
