-- The position of each projection and reaction. A projection has one row per generation of its tables: at most one is live,
-- one may be filled beside it, and a former live one may wait to be dropped.
create table checkpoints (
  name text not null,
  generation integer not null,
  state text not null check (state in ('building', 'live', 'retired')),
  -- The declared version when this generation was made. A higher one in the code is rebuilt at the next start.
  version integer not null,
  -- Raised by every new leader, so that a batch of the leader before cannot move the position.
  epoch integer not null default 0,
  position text collate "C" not null,
  -- The tables of this generation and a digest of their definition; none for a reaction.
  tables text[] not null default '{}',
  shape text not null default '',
  primary key (name, generation)
) with (fillfactor = 20); -- updated with every batch: space for new versions on the same page

create unique index checkpoints_live on checkpoints (name) where state = 'live';

-- Events that a projection or reaction could not apply. Written in the transaction that moves the position past them.
create table dead_letters (
  name text not null,
  generation integer not null,
  position text collate "C" not null,
  event_id uuid not null,
  type text not null,
  stream text not null,
  error text not null,
  at timestamptz not null default now(),
  primary key (name, generation, position)
);
