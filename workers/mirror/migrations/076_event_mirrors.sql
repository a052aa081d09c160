-- What the checkpoint of a mirror belongs to. Its positions are of one history, its events are in one topic of one
-- cluster; with another of these, the mirror begins again with the first event.
create table event_mirrors (
  topic text primary key,
  cluster text not null,
  history uuid not null,
  -- Streams are spread over so many partitions, also when the topic gets more: each stays in its partition.
  partitions integer not null check (partitions > 0)
);
