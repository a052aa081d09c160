-- What sessions and sign-in need of each user, kept from the user events (platform/access/user-directory.ts). Commands read
-- it instead of the read model `users`, so they work while that is rebuilt. A deleted user has no row.
create table user_directory (
  id uuid primary key,
  tenant uuid not null,
  email_lower text collate "C" not null,
  full_name text not null,
  role text not null,
  is_active boolean not null,
  can_see_all_leads boolean not null,
  -- The time of the user's last event.
  changed_at timestamptz not null
);
-- Sign-in. Not unique: the event store reserves emails, and a row may be held back by a dead letter.
create index user_directory_email on user_directory (email_lower);
-- The other admins of a tenant.
create index user_directory_tenant on user_directory (tenant, role);
select protect_tenant_rows('user_directory');
