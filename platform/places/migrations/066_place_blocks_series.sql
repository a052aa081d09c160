-- Blocks of ended series are deleted (platform/places/sweep.ts).
create index place_blocks_series on place_blocks (series collate "C");
