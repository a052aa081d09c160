-- The phase of each staged stream (events/lifecycles.ts), which decides the events that may follow. Programs from before this
-- migration do not write it; a check that another process continues starts again.
alter table event_store.import_streams add column phase text;
