-- What all processes on this database must have in common (platform/postgres/installation.ts).
create table installation (
  one_row          boolean primary key default true check (one_row),
  -- Derived from SECRET_KEY by the first start; reveals nothing about it.
  key_check        text,
  -- Programs whose newest migration is older than this are refused.
  oldest_migration integer not null default 0
);
insert into installation default values;

-- A migration that removes what older programs use calls this first, with its own number (docs/upgrading.md). Each process
-- holds a shared advisory lock with the number of its newest migration.
create function refuse_older_programs(needed integer) returns void language plpgsql as $$
begin
  if exists (
    select from pg_locks
    where locktype = 'advisory' and granted and classid = 718301002 and objid::bigint < needed
      and database = (select oid from pg_database where datname = current_database())
  ) then
    raise exception using errcode = 'CRM01', message =
      'Processes of an older version still run on this database: stop them, then start this version again';
  end if;
  update installation set oldest_migration = greatest(oldest_migration, needed);
end $$;
