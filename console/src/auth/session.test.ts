import { expect, test } from 'vitest';
import { CallError } from '../api/errors.ts';
import { endsSession } from './session.ts';

const refused = (status: number, code: string) =>
  new CallError({ kind: 'refused', status, code, message: null, errors: {}, stale: false });

test.each([
  ['a suspension', true, true, refused(403, 'tenant-suspended')],
  ['a bug of the server', true, false, refused(500, 'internal')],
  ['a cut off answer', false, false, new CallError({ kind: 'unreachable', reason: 'incomplete' })],
])('%s signs out at the start: %j, a user who is shown: %j', (_, atStart, shown, error) => {
  expect(endsSession(error, false)).toBe(atStart);
  expect(endsSession(error, true)).toBe(shown);
});
