-- The one-time links that create the super admin, each as the SHA-256 of its token: one row per start of a commands
-- process. Several may start at once. The use of one link uses up all. The version before uses the table setup_link.
create table setup_links (
  token_hash bytea primary key,
  expires_at timestamptz not null,
  used_at    timestamptz
);
insert into setup_links select token_hash, expires_at, used_at from setup_link;
