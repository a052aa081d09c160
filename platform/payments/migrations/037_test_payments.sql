-- The orders and payments of the payment provider's local stand-in (platform/payments/stand-in.ts), which is used without
-- RAZORPAY_KEY_ID. They belong to no tenant, like those at the provider.
create table test_orders (
  id         text primary key,
  amount     bigint not null,
  currency   text not null,
  created_at timestamptz not null default now()
);
create table test_payments (
  id         text primary key,
  order_id   text not null references test_orders,
  amount     bigint not null,
  currency   text not null,
  status     text not null check (status in ('captured', 'failed', 'refunded')),
  error      text,
  refund_id  text,
  created_at timestamptz not null default now()
);
create index test_payments_order on test_payments (order_id, created_at);
-- An order is paid once, however often the button is pressed.
create unique index test_payments_paid on test_payments (order_id) where status <> 'failed';
