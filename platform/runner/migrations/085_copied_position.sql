-- The position to which the copied event belongs: a reaction that has read further since the copy continues at the head of
-- another store, because what it had not read at the time of the copy has been handled long ago.
alter table checkpoints add column copied_position text;
