-- The events of one sequence are applied in order. A sequence is a stream, unless the subscription declares another
-- one. An event that cannot be applied is a dead letter, and later events of its sequence are held as dead letters
-- behind it: those have no error.
alter table dead_letters
  add column number bigint generated always as identity, -- the order in which a retry applies them
  add column sequence text collate "C" not null default '',
  add column tenant uuid, -- null if the event has no tenant that is a UUID
  add column revision integer, -- null for dead letters of earlier versions: found by their id
  add column attempts integer not null default 1, -- 0 for an event that is held and was never tried
  add column tried_at timestamptz not null default now(),
  add column retry_requested boolean not null default false,
  alter column error drop not null;

update dead_letters set sequence = stream;
create index dead_letters_sequence on dead_letters (name, generation, sequence, number);
create index dead_letters_retry on dead_letters (name, generation) where retry_requested;

-- 'waiting': a filled generation that a person must release, because it has dead letters that the live one lacks.
alter table checkpoints
  drop constraint checkpoints_state_check,
  add constraint checkpoints_state_check check (state in ('building', 'waiting', 'live', 'retired'));

-- Earlier versions applied the events after a dead letter. Such read models are rebuilt at the next start.
update checkpoints c set version = 0
where tables <> '{}' and exists (select from dead_letters d where d.name = c.name and d.generation = c.generation);
