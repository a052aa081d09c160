-- What partners' passwords, tokens and signing secrets are kept in: encrypted under SECRET_KEY (platform/secrets), and
-- beside the history, since a secret's history is nobody's business.
create table secrets (
  tenant         uuid not null,
  -- The thing that has the secret: a postback.
  owner          uuid not null,
  name           text not null,
  sealed         bytea not null,
  -- Of the event that it was given with; a later one's stays.
  position       text collate "C" not null,
  -- The one before, where it is to be valid for a while yet.
  previous       bytea,
  previous_until timestamptz,
  primary key (owner, name)
);
alter table secrets enable row level security;
alter table secrets force row level security;
create policy tenants on secrets using (
  (select current_setting('app.tenant') = '*') or tenant = (select nullif(current_setting('app.tenant'), '*')::uuid)
);
