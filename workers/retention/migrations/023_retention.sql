-- Retention deletes by age (workers/retention/sweep.ts). Rows of before this migration count from it.
alter table batch_problems add column at timestamptz not null default now();
create index batch_problems_age on batch_problems (at);

-- Only keys of commands expire. The other names keep their stream's value unique for as long as it has that value.
alter table event_store.reservations add column at timestamptz not null default now();
create index reservations_command_age on event_store.reservations (at) where name >= 'command:' and name < 'command;';
