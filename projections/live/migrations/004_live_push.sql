-- Messages between the gateways of the live push that are too long for a notification. Written and deleted by Socket.IO's
-- Postgres adapter, which requires these names.
create table socket_io_attachments (
  id         bigserial primary key,
  created_at timestamptz not null default now(),
  payload    bytea
);
create index socket_io_attachments_created on socket_io_attachments (created_at);
