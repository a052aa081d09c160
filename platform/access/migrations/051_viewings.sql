-- Super admins who look at a tenant's console as one of its admins, read only. No session of that admin: it is found by a
-- token of its own, and only as long as the super admin's session lives (platform/http/authenticate.ts).
create table viewings (
  token_hash   bytea primary key,
  id           uuid not null unique,
  -- The viewed tenant and admin.
  tenant       uuid not null,
  user_id      uuid not null,
  -- The super admin and the session.
  viewer       uuid not null,
  session_hash bytea not null,
  started_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  ended_at     timestamptz
);
-- The schedule that records the ends.
create index viewings_open on viewings (expires_at) where ended_at is null;
select protect_tenant_rows('viewings');
