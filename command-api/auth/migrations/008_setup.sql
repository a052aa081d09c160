-- The one-time link that creates the super admin, as the SHA-256 of its token. One row: the link of the newest start. A used
-- link keeps its row, so that a second use gets the refusal that the link was used.
create table setup_link (
  one_row    boolean primary key default true check (one_row),
  token_hash bytea not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
