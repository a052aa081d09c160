import fc from 'fast-check';
import { describe, test } from 'vitest';
import { keepsTheLaws } from '../test/laws.ts';
import type { SubscriptionCommand } from './command.ts';
import { subscriptionDecider } from './decide.ts';
import { subscriptionEvents } from './events.ts';
import {
  cancelled,
  end,
  expired,
  extended,
  given,
  granted,
  growth,
  paid,
  renewed,
  start,
  statusSet,
} from './story.ts';

const during = new Date('2026-02-10T00:00:00.000Z');
const after = new Date('2026-03-05T12:00:00.000Z');
const dearer = { ...growth, edition: 2 };

const grant: SubscriptionCommand = {
  type: 'GrantSubscription',
  plan: growth,
  startDate: start,
  endDate: end,
  autoRenew: false,
  paymentId: null,
};
const set = (
  status: 'active' | 'pending' | 'expired' | 'cancelled',
  endDate?: string,
  now = during,
): SubscriptionCommand => ({ type: 'SetSubscriptionStatus', status, endDate, now });
const cancel = (immediate: boolean, now = during): SubscriptionCommand => ({
  type: 'CancelSubscription',
  immediate,
  reason: 'Moved',
  now,
});
const renew = (now: Date, plan: typeof growth | null = dearer, count = 1): SubscriptionCommand => ({
  type: 'RenewSubscription',
  plan,
  count,
  periodType: 'months',
  now,
});
const pay = (at: Date, paymentId = 'pay_2'): SubscriptionCommand => ({
  type: 'PaySubscription',
  plan: dearer,
  paymentId,
  at,
});
const extend = (count: number, now = during): SubscriptionCommand => ({
  type: 'ExtendSubscription',
  count,
  periodType: 'months',
  now,
});

describe('a subscription', () => {
  test('is granted once', () => {
    given().when(grant).gives(granted());
    given(granted()).when(grant).refuses('subscription-exists');
    given().when(extend(1)).refuses('subscription-not-found');
  });

  test('is extended from its end', () =>
    given(granted())
      .when(extend(1))
      .gives(extended({ endDate: '2026-03-28T10:00:00.000Z' })));
  test('that is expired becomes active by an extension into the future only', () => {
    given(granted(), expired())
      .when(extend(1, after))
      .gives(extended({ endDate: '2026-03-28T10:00:00.000Z' }));
    given(granted(), expired())
      .when(extend(1, new Date('2027-01-01T00:00:00.000Z')))
      .gives(extended({ endDate: '2026-03-28T10:00:00.000Z', status: 'expired' }));
  });
  test('cannot end after 2099, whatever the period', () => {
    for (const count of [12 * 74, 12 * 7973, 1e9])
      given(granted()).when(extend(count)).refuses('subscription-end-late');
    given(granted(), expired())
      .when(renew(after, null, 1e9))
      .refuses('subscription-end-late');
    given(granted()).when(set('active', '9999-12-31T00:00:00.000Z')).refuses('subscription-end-late');
    given(granted()).when(set('active', '+010000-01-01T00:00:00.000Z')).refuses('subscription-end-late');
  });

  test('expires at its end and not before, once', () => {
    const expire = (now: string): SubscriptionCommand => ({ type: 'ExpireSubscription', now: new Date(now) });
    given(granted()).when(expire('2026-02-28T09:59:59.999Z')).gives();
    given(granted()).when(expire(end)).gives(expired());
    given(granted(), expired()).when(expire(end)).gives();
    given(granted(), cancelled()).when(expire(end)).gives();
  });

  test('is renewed after its end, from now, with the terms that its plan has now', () => {
    const data = { startDate: after.toISOString(), endDate: '2026-04-05T12:00:00.000Z' };
    given(granted(), expired())
      .when(renew(after))
      .gives(renewed({ ...data, plan: dearer }));
    given(granted())
      .when(renew(after))
      .gives(renewed({ ...data, plan: dearer })); // its end is past, its event not recorded yet
    given(granted(), expired()).when(renew(after, null)).gives(renewed(data));
    given(granted()).when(renew(during)).refuses('subscription-not-ended');
  });
  test('that was cancelled for its end is renewed from that end', () =>
    given(granted(), cancelled())
      .when(renew(during, null))
      .gives(renewed({ endDate: '2026-03-28T10:00:00.000Z' })));

  test('is paid for one cycle of the ordered plan: from the payment when none runs, else from its end', () => {
    given()
      .when(pay(after))
      .gives(
        granted({
          startDate: after.toISOString(),
          endDate: '2026-04-05T12:00:00.000Z',
          plan: dearer,
          paymentId: 'pay_2',
        }),
      );
    given(granted())
      .when(pay(during))
      .gives(paid({ plan: dearer, endDate: '2026-03-31T10:00:00.000Z' }));
    given(granted(), cancelled())
      .when(pay(during))
      .gives(paid({ plan: dearer, endDate: '2026-03-31T10:00:00.000Z' }));
    const fromNow = { plan: dearer, startDate: after.toISOString(), endDate: '2026-04-05T12:00:00.000Z' };
    given(granted(), expired()).when(pay(after)).gives(paid(fromNow));
    given(granted(), statusSet({ endDate: '2027-01-01T00:00:00.000Z' }))
      .when(pay(after))
      .gives(paid({ ...fromNow, endDateBefore: '2027-01-01T00:00:00.000Z' }));
    const weekly = { ...growth, terms: { ...growth.terms, billingCycle: 'weekly' as const } };
    given(granted())
      .when({ type: 'PaySubscription', plan: weekly, paymentId: 'pay_2', at: during })
      .gives(paid({ plan: weekly, endDate: '2026-03-07T10:00:00.000Z' }));
  });
  test('that was set to expired before its end begins with its payment or renewal', () => {
    const blocked = statusSet({ to: 'expired', endDate: '2027-01-01T00:00:00.000Z' });
    const fromNow = {
      plan: dearer,
      startDate: after.toISOString(),
      endDate: '2026-04-05T12:00:00.000Z',
      endDateBefore: '2027-01-01T00:00:00.000Z',
    };
    given(granted(), blocked).when(pay(after)).gives(paid(fromNow));
    given(granted(), blocked).when(renew(after)).gives(renewed(fromNow));
  });
  test('is paid once by a payment, and not beyond 2099', () => {
    given(granted(), paid()).when(pay(during)).gives();
    given(granted({ paymentId: 'pay_2' }))
      .when(pay(after))
      .gives();
    given(granted({ endDate: '2099-12-31T00:00:00.000Z' }))
      .when(pay(during))
      .refuses('subscription-end-late');
  });

  test('ends with a refund of its latest payment, now or with what was paid before it', () => {
    const refund = (paymentId: string, endDate = start, latest = paymentId) =>
      ({
        type: 'RefundSubscription',
        paymentId,
        latest,
        left: { endDate, plan: growth, isBlocked: false },
        now: during,
      }) as const;
    const reason = 'The payment pay_2 was refunded';
    const now = during.toISOString();
    given(granted({ paymentId: 'pay_2' }))
      .when(refund('pay_2'))
      .gives(cancelled({ immediate: true, reason, endDate: now }));
    const later = '2026-03-28T10:00:00.000Z';
    given(granted(), paid({ endDate: later, plan: dearer }))
      .when(refund('pay_2', end))
      .gives(cancelled({ reason, endDate: end, endDateBefore: later, plan: growth }));
    given(granted({ paymentId: 'pay_1' }), paid())
      .when(refund('pay_1'))
      .gives();
    given(granted({ paymentId: 'pay_2' }), cancelled({ endDate: now }))
      .when(refund('pay_2'))
      .gives();
    given(granted({ paymentId: 'pay_2' }), cancelled())
      .when(refund('pay_2'))
      .gives(cancelled({ immediate: true, reason, endDate: now }));
    // The renewal was refunded before: now the first period is taken back too.
    given(
      granted({ paymentId: 'pay_1' }),
      paid({ endDate: later }),
      cancelled({ reason, endDate: end, endDateBefore: later }),
    )
      .when(refund('pay_1', start, 'pay_2'))
      .gives(cancelled({ immediate: true, reason: 'The payment pay_1 was refunded', endDate: now }));
    given().when(refund('pay_2')).refuses('subscription-not-found');
  });
  test('has its earlier plan again after a refund of the payment that changed it', () => {
    const later = '2026-03-28T10:00:00.000Z';
    const refunded = cancelled({ endDate: end, endDateBefore: later, plan: growth });
    given(granted(), paid({ endDate: later, plan: dearer }), refunded)
      .when(renew(during, null))
      .gives(renewed({ endDate: later, plan: growth }));
  });
  test('keeps an end that a super admin set after a refunded upgrade, with its earlier plan', () => {
    const [later, set] = ['2026-03-28T10:00:00.000Z', '2026-06-01T00:00:00.000Z'];
    const upgraded = [
      granted(),
      paid({ endDate: later, plan: dearer }),
      statusSet({ to: 'active', endDateBefore: later, endDate: set }),
    ];
    const command: SubscriptionCommand = {
      type: 'RefundSubscription',
      paymentId: 'pay_2',
      latest: 'pay_2',
      left: { endDate: set, plan: growth, isBlocked: false },
      now: during,
    };
    const refunded = cancelled({
      reason: 'The payment pay_2 was refunded',
      endDate: set,
      endDateBefore: set,
      plan: growth,
    });
    given(...upgraded)
      .when(command)
      .gives(refunded);
    given(...upgraded, refunded)
      .when(command)
      .gives();
  });
  test('that a super admin had ended before the refunded payment ends now', () =>
    given(granted(), statusSet({ to: 'expired' }), paid({ endDate: '2026-03-28T10:00:00.000Z' }))
      .when({
        type: 'RefundSubscription',
        paymentId: 'pay_2',
        latest: 'pay_2',
        left: { endDate: end, plan: growth, isBlocked: true },
        now: during,
      })
      .gives(
        cancelled({
          immediate: true,
          reason: 'The payment pay_2 was refunded',
          endDate: during.toISOString(),
          endDateBefore: '2026-03-28T10:00:00.000Z',
        }),
      ));
  test('does not end with a refund of the payment before its renewal', () => {
    const data = { startDate: '2026-02-01T00:00:00.000Z', endDate: '2026-03-01T00:00:00.000Z' };
    given(granted({ paymentId: 'pay_2' }), expired(), renewed(data))
      .when({
        type: 'RefundSubscription',
        paymentId: 'pay_2',
        latest: 'pay_2',
        left: { endDate: start, plan: growth, isBlocked: false },
        now: during,
      })
      .gives();
  });
  test('is cancelled at once or for its end, while it is active', () => {
    given(granted())
      .when(cancel(false))
      .gives(cancelled({ reason: 'Moved' }));
    given(granted())
      .when(cancel(true))
      .gives(cancelled({ immediate: true, reason: 'Moved', endDate: during.toISOString() }));
    given(granted(), cancelled()).when(cancel(true)).refuses('subscription-not-active');
    given(granted()).when(cancel(true, after)).refuses('subscription-not-active');
  });

  test('gets any status, with or without a new end', () => {
    given(granted()).when(set('pending')).gives(statusSet());
    given(granted())
      .when(set('active', '2026-06-30T00:00:00.000Z'))
      .gives(statusSet({ to: 'active', endDate: '2026-06-30T00:00:00.000Z' }));
    given(granted()).when(set('active')).gives();
    given(granted(), expired())
      .when(set('active', undefined, after))
      .refuses('subscription-end-past');
    given(granted()).when(set('pending', '2026-01-01T00:00:00.000Z')).refuses('subscription-end-early');
  });
});

const times = fc.constantFrom(during, after);
const command: fc.Arbitrary<SubscriptionCommand> = fc.oneof(
  fc.constant(grant),
  fc.tuple(times, fc.constantFrom('pay_1', 'pay_2')).map(([at, id]) => pay(at, id)),
  fc.record({ n: fc.constantFrom(1, 12, 1200), now: times }).map(({ n, now }) => extend(n, now)),
  times.map((now) => renew(now)),
  fc.record({ immediate: fc.boolean(), now: times }).map(({ immediate, now }) => cancel(immediate, now)),
  times.map((now) => set('active', undefined, now)),
  fc.constantFrom(set('pending'), set('expired'), set('active', '2026-06-30T00:00:00.000Z')),
  times.map((now) => ({ type: 'ExpireSubscription' as const, now })),
);
describe('subscriptions', () => keepsTheLaws(subscriptionDecider, subscriptionEvents, grant, command));
