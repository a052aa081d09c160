-- Blocks of numbered places under a limit, such as the leads of a billing period. A block is a process's range of numbers
-- to try; a place belongs to the stream that has reserved its name (platform/places/places.ts).
create table place_blocks (
  tenant uuid not null,
  series text not null,
  first integer not null,
  last integer not null,
  -- All its places are reserved.
  is_used boolean not null default false,
  primary key (tenant, series, first)
);
select protect_tenant_rows('place_blocks');
