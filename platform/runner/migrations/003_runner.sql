-- How far each projection and reaction has come. A projection has one row per generation of its tables:
-- at most one is live, one may be filled beside it, and one that was live may wait to be dropped.
create table checkpoints (
  name text not null,
  generation integer not null,
  state text not null check (state in ('building', 'live', 'retired')),
  -- What the code declared when this generation was made; a raised version is rebuilt at the next start.
  version integer not null,
  -- Raised by every new leader, so that the batch of a deposed one finds nothing to move.
  epoch integer not null default 0,
  position text collate "C" not null,
  -- The tables of this generation and a digest of their definition; none for a reaction.
  tables text[] not null default '{}',
  shape text not null default '',
  primary key (name, generation)
) with (fillfactor = 20); -- updated with every batch: room for it on the same page

create unique index checkpoints_live on checkpoints (name) where state = 'live';

-- Events that a projection or reaction could not take in. Written with the checkpoint that passes them.
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
