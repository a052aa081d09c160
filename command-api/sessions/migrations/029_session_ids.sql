-- Names a session in the list of a user's sessions. The hash of its token is not shown.
alter table sessions add column id uuid not null default gen_random_uuid();
