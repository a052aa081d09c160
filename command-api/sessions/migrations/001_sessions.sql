-- Sessions of users. The key is the SHA-256 of the token; the token itself is never stored.
create table sessions (
  token_hash bytea primary key,
  user_id    uuid not null,
  tenant     uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_seen  timestamptz not null default now(),
  ip         text,
  user_agent text,
  revoked_at timestamptz
);
-- For ending and listing a user's sessions.
create index sessions_user on sessions (user_id);
-- For the deletion of expired sessions.
create index sessions_expiry on sessions (expires_at);

-- Argon2id hashes. They are no events, so that the history holds no password, not even an old one.
create table passwords (
  user_id    uuid primary key,
  hash       text not null,
  changed_at timestamptz not null default now()
);

-- Failed sign-ins, for the limits per account and per address. A row per subject: 'account:ann@x.test' or
-- 'address:203.0.113.7', counted within a window that starts with the first failure.
create table login_failures (
  subject      text primary key,
  failures     integer not null,
  window_start timestamptz not null
);
create index login_failures_window on login_failures (window_start);
