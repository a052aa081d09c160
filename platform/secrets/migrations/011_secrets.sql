-- Passwords, tokens and signing secrets of partners, encrypted under SECRET_KEY (platform/secrets). They are not in events, so
-- that the history holds no secret, not even an old one.
create table secrets (
  tenant         uuid not null,
  -- The id of the postback that has the secret.
  owner          uuid not null,
  name           text not null,
  sealed         bytea not null,
  -- The position of the event that set the secret. A write with an older position is ignored.
  position       text collate "C" not null,
  -- The secret before this one, valid until `previous_until`.
  previous       bytea,
  previous_until timestamptz,
  primary key (owner, name)
);
alter table secrets enable row level security;
alter table secrets force row level security;
create policy tenants on secrets using (
  (select current_setting('app.tenant') = '*') or tenant = (select nullif(current_setting('app.tenant'), '*')::uuid)
);
