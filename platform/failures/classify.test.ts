import { expect, test } from 'vitest';
import { StreamIsNewer } from '../commands/load.ts';
import { mayBePoison } from './classify.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
const withCode = (code: string) => Object.assign(new Error('failed'), { code });

test('a Node error about a bad value may be caused by an event', () => {
  expect(mayBePoison(thrownBy(() => new URL('no url')))).toBe(true); // ERR_INVALID_URL
  expect(mayBePoison(thrownBy(() => Buffer.alloc(-1)))).toBe(true); // ERR_OUT_OF_RANGE
});

test.each([
  'ERR_SOCKET_CLOSED',
  'ERR_STREAM_DESTROYED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ECONNRESET',
  'EPIPE',
])('a failed connection (%s) is never caused by an event', (code) =>
  expect(mayBePoison(withCode(code))).toBe(false),
);

test('a stream of a newer program is never caused by an event', () =>
  expect(mayBePoison(new StreamIsNewer('user-1 at revision 3'))).toBe(false));
