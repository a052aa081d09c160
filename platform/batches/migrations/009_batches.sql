-- Running batches (platform/batches): one row from BatchStarted to BatchFinished, claimed by a lease. The result is in the
-- batch's stream; a process that takes over continues from this row.
create table batch_runs (
  id           uuid primary key,
  tenant       uuid not null,
  kind         text not null,
  -- The position of BatchStarted. Batches start in this order.
  position     text collate "C" not null,
  wanted       text not null default 'run' check (wanted in ('run', 'pause', 'cancel')),
  -- The progress, and where the next step begins; written with every step.
  cursor       json,
  done         integer not null default 0,
  total        integer,
  successful   integer not null default 0,
  skipped      integer not null default 0,
  failed       integer not null default 0,
  -- Only the process with this token writes the row. The lease ends by the database's clock.
  lease        uuid,
  leased_until timestamptz,
  -- The number of starts since its last step, and the earliest time of the next start.
  tries        integer not null default 0,
  not_before   timestamptz not null default now()
);
-- For finding the next batch to start.
create index batch_runs_next on batch_runs (position);

-- Items that a batch skipped or that failed, one row each. `n` is the item's own number (a row of a spreadsheet), so that a
-- repeated step records an item once.
create table batch_problems (
  tenant  uuid not null,
  batch   uuid not null,
  n       integer not null,
  outcome text not null check (outcome in ('skipped', 'failed')),
  item    text not null,
  message text not null,
  data    json,
  primary key (batch, n)
);
alter table batch_problems enable row level security;
alter table batch_problems force row level security;
create policy tenants on batch_problems using (
  (select current_setting('app.tenant') = '*') or tenant = (select nullif(current_setting('app.tenant'), '*')::uuid)
);

-- The ids that a filter found at one moment, in the order of the list (platform/selections).
create table selections (
  id         uuid primary key,
  tenant     uuid not null,
  user_id    uuid not null,
  -- The filter as the caller sent it; null for ids that the caller listed.
  filter     json,
  total      integer not null,
  -- The sum of the totals: minor units by currency.
  value      json not null default '{}',
  created_at timestamptz not null default now()
);
create index selections_age on selections (created_at);
create table selection_chunks (
  tenant    uuid not null,
  selection uuid not null references selections (id) on delete cascade,
  n         integer not null,
  ids       uuid[] not null,
  primary key (selection, n)
);
alter table selections enable row level security;
alter table selections force row level security;
create policy tenants on selections using (
  (select current_setting('app.tenant') = '*') or tenant = (select nullif(current_setting('app.tenant'), '*')::uuid)
);
alter table selection_chunks enable row level security;
alter table selection_chunks force row level security;
create policy tenants on selection_chunks using (
  (select current_setting('app.tenant') = '*') or tenant = (select nullif(current_setting('app.tenant'), '*')::uuid)
);

-- Uploaded files and files to download (platform/files). They are in the database, so that every process finds them and a
-- restart loses none.
create table files (
  id         uuid primary key,
  tenant     uuid not null,
  name       text not null,
  type       text not null,
  size       bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index files_expiry on files (expires_at);
create table file_chunks (
  tenant uuid not null,
  file   uuid not null references files (id) on delete cascade,
  n      integer not null,
  bytes  bytea not null,
  primary key (file, n)
);
-- Stored without compression: spreadsheets and archives are compressed already, and other files are read once.
alter table file_chunks alter column bytes set storage external;
alter table files enable row level security;
alter table files force row level security;
create policy tenants on files using (
  (select current_setting('app.tenant') = '*') or tenant = (select nullif(current_setting('app.tenant'), '*')::uuid)
);
alter table file_chunks enable row level security;
alter table file_chunks force row level security;
create policy tenants on file_chunks using (
  (select current_setting('app.tenant') = '*') or tenant = (select nullif(current_setting('app.tenant'), '*')::uuid)
);
