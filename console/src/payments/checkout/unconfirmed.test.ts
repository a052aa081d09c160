import { expect, test } from 'vitest';
import { CallError } from '../../api/errors.ts';
import { isRefusal } from './unconfirmed.ts';

const refused = (status: number) =>
  new CallError({ kind: 'refused', status, message: null, code: null, errors: {}, stale: false });

test('a payment is open until the server has refused it', () => {
  expect([400, 404, 422].map(refused).map(isRefusal)).toEqual([true, true, true]);
  const open = [new CallError({ kind: 'unreachable', reason: 'network' }), ...[401, 500, 503].map(refused)];
  expect(open.map(isRefusal)).toEqual([false, false, false, false]);
});
