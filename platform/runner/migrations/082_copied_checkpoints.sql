-- The last event that a reaction had read when the store was copied (platform/event-store/copy/checkpoints.ts), from which the
-- first start on another store continues. Every store has positions of its own; stream and revision are the same in a copy.
alter table checkpoints add column copied_stream text, add column copied_revision integer;
