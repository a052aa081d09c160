-- Mailed links to set a password: of each token only the SHA-256. Whether a link is open, used or replaced is decided
-- from the events of its user (events/users/decide.ts). Rows are deleted a day after the link expired.
create table password_links (
  token_hash bytea primary key,
  -- The id of the link in the events; also keeps a repeated job from making a second token.
  id         uuid not null unique,
  user_id    uuid not null,
  tenant     uuid not null,
  expires_at timestamptz not null
);
create index password_links_expiry on password_links (expires_at);
select protect_tenant_rows('password_links');
