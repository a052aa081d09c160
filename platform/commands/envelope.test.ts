import { describe, expect, test } from 'vitest';
import { commandIdOf } from './envelope.ts';

const request = { caller: 'ann', call: 'POST /leads {}', key: 'k1', body: { fullName: 'Asha', quantity: 1 } };

describe('a command id', () => {
  test('is the same only for the same key, caller and call', () => {
    const { id } = commandIdOf(request);
    expect(commandIdOf({ ...request }).id).toBe(id);
    for (const other of [{ caller: 'bob' }, { call: 'POST /offers {}' }, { key: 'k2' }])
      expect(commandIdOf({ ...request, ...other }).id).not.toBe(id);
  });

  test('keeps caller, call and key separate', () => {
    const one = commandIdOf({ ...request, caller: 'a', call: 'b c', key: 'd' });
    const two = commandIdOf({ ...request, caller: 'a b', call: 'c', key: 'd' });
    expect(one.id).not.toBe(two.id);
  });

  test('is new each time without a key, and has no request hash', () => {
    const [one, two] = [commandIdOf({ ...request, key: null }), commandIdOf({ ...request, key: null })];
    expect(one.id).not.toBe(two.id);
    expect([one.keyed, one.requestHash]).toEqual([false, null]);
  });
});

describe('the hash of a request', () => {
  const hashOf = (body: unknown) => commandIdOf({ ...request, body }).requestHash;

  test('differs for different bodies', () => {
    expect(hashOf({ a: 1 })).toBe(hashOf({ a: 1 }));
    expect(hashOf({ a: 1 })).not.toBe(hashOf({ a: 2 }));
    expect(hashOf({ a: null })).not.toBe(hashOf({}));
    expect(hashOf(undefined)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('ignores secrets', () => {
    for (const field of ['password', 'newPassword', 'currentPassword', 'token', 'apiKey', 'headers'])
      expect(hashOf({ a: 1, [field]: 'one' })).toBe(hashOf({ a: 1, [field]: 'two' }));
  });
});
