-- The view lead_columns shows the version of each block, by which processes find their cached blocks again
-- (projections/leads/blocks.ts). New generations have it from the start; this adds it to the view of the live one.
do $$
declare
  live text := (select 'lead_columns_g' || generation from checkpoints where name = 'leads' and state = 'live');
  columns text;
begin
  if live is null or to_regclass(live) is null or to_regclass('lead_columns') is null then
    return;
  end if;
  select string_agg(quote_ident(attname), ', ' order by attnum) into columns
    from pg_attribute where attrelid = 'lead_columns'::regclass and attnum > 0 and attname not in ('version', 'stored_in');
  execute format('create or replace view lead_columns as select %s, xmin as version, tableoid as stored_in from %I', columns, live);
end $$;
