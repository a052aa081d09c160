-- The position of the last event that was appended for this session. Its own reads wait until the read models show it,
-- also when the client sends no position. Text compares as positions do: byte by byte.
alter table sessions add column position text collate "C";
