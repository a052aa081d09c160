-- The position of the event of the sign-in: what ends the sessions of a user ends those from before it, whatever the clocks.
-- Null for sessions of older releases, and after a move to another store, which has other positions.
alter table sessions add column signed_in text collate "C";
