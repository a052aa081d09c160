import { PLATFORM_TENANT } from '@crm/events/ids.ts';
import { event } from '@crm/events/language/define.ts';
import { describe, expect, test } from 'vitest';
import { ZodError, z } from 'zod';
import { checkedEvents, commandIdOf, metaOf } from './envelope.ts';

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

  test('ignores the values of secrets, and not whether there is one', () => {
    for (const field of ['password', 'newPassword', 'currentPassword', 'token', 'apiKey', 'headers']) {
      expect(hashOf({ a: 1, [field]: 'one' })).toBe(hashOf({ a: 1, [field]: 'two' }));
      expect(hashOf({ a: 1, [field]: 'one' })).not.toBe(hashOf({ a: 1, [field]: undefined }));
      expect(hashOf({ a: 1, [field]: undefined })).toBe(hashOf({ a: 1 }));
    }
  });
});

test('an event that no decider made fits its schema, or is not made', () => {
  const meta = metaOf({
    tenant: PLATFORM_TENANT,
    actor: { kind: 'system', name: 'Test' },
    origin: { ip: null, userAgent: null },
    command: { id: '11111111-1111-4111-8111-111111111111', keyed: false, requestHash: null },
  });
  const types = { SignedIn: event(z.object({ userId: z.uuid() })) };
  const make = (data: unknown) => checkedEvents(types, [{ type: 'SignedIn', data }], meta);
  const data = { userId: '22222222-2222-4222-8222-222222222222' };
  expect(make(data)).toMatchObject([{ type: 'SignedIn', version: 1, data }]);
  expect(() => make({ userId: 'a' })).toThrow(ZodError);
});
