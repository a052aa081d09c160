import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composeComment, connections, readComment } from './connection.ts';

test.each([
  ['connected', 'Order Placed', 'Connected - Order Placed'],
  ['not-connected', 'Ringing', 'Not Connected - Ringing'],
  ['connected', '', 'Connected'],
  ['not-connected', '  ', 'Not Connected'],
] as const)('%s with reason "%s" is written as "%s"', (connection, reason, text) =>
  expect(composeComment(connection, reason)).toBe(text),
);

test('reads back every predefined reason', () => {
  for (const { value, reasons } of connections)
    for (const reason of reasons)
      expect(readComment(composeComment(value, reason))).toEqual({ connection: value, reason });
});

test('reads back a custom reason, trimmed', () => {
  const connection = fc.constantFrom(...connections.map(({ value }) => value));
  fc.assert(
    fc.property(connection, fc.string({ unit: 'grapheme' }), (value, reason) => {
      const read = readComment(composeComment(value, reason));
      expect(read).toEqual({ connection: value, reason: reason.trim() });
    }),
  );
});

test.each([
  '',
  'Called twice',
  'connected',
  'Connected-Ringing',
  'Connected again',
  'He said: Connected - yes',
])('reads no connection from the free text "%s"', (text) => expect(readComment(text)).toBeNull());
