-- The one-time link that creates the super admin: of its token only the SHA-256. One row, that of the newest start;
-- a used one stays, so that whoever comes second is told so.
create table setup_link (
  one_row    boolean primary key default true check (one_row),
  token_hash bytea not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
