-- What one gateway of the live push tells the others, where it is too long for a notification. Written and swept
-- by Socket.IO's Postgres adapter, which names the table and its columns.
create table socket_io_attachments (
  id         bigserial primary key,
  created_at timestamptz not null default now(),
  payload    bytea
);
create index socket_io_attachments_created on socket_io_attachments (created_at);
