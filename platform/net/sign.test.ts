import { expect, test } from 'vitest';
import { signedHeaders } from './sign.ts';

// The example from the specification's reference libraries.
const request = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: new Date(1_614_265_330_000),
  body: '{"test": 2432232314}',
};

test('signs as Standard Webhooks specifies', () =>
  expect(signedHeaders({ ...request, secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] })).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }));

test('signs with the new and the previous secret', () => {
  const signature = signedHeaders({
    ...request,
    secrets: ['whsec_bmV3', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  })['webhook-signature'];
  expect(signature?.split(' ')).toHaveLength(2);
  expect(signature?.split(' ')[1]).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});
