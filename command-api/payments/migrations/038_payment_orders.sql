-- The provider's order of each create-order call with an Idempotency-Key (command-api/payments/place-order.ts): a repeat uses
-- the same order. Deleted after a week.
create table payment_orders (
  command_id   uuid primary key,
  tenant       uuid not null,
  request_hash text not null,
  -- The data of the event PaymentOrderCreated.
  placed       jsonb not null,
  created_at   timestamptz not null default now()
);
create index payment_orders_age on payment_orders (created_at);
select protect_tenant_rows('payment_orders');
