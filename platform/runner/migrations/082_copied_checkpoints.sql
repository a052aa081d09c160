-- The last event that a reaction had read when the store was copied (platform/event-store/copy/checkpoints.ts). The first
-- start on another store continues after it: positions differ between stores, stream and revision do not differ in a copy.
alter table checkpoints add column copied_stream text, add column copied_revision integer;
