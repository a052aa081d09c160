-- Imports of archives (platform/event-store/importing, docs/tenant-archives.md). The events of an archive are staged here
-- until all of them are checked, and then moved to the store in portions. No consumer reads these tables.
create table event_store.imports (
  -- The batch that checks the archive.
  id         uuid primary key,
  -- Null until the first event is staged.
  tenant     uuid,
  state      text not null default 'staging' check (state in ('staging', 'staged', 'writing', 'written')),
  -- Numbers of the last event that is staged, and that is in the store.
  staged     bigint not null default 0,
  written    bigint not null default 0,
  -- What the check found out and the import needs (workers/tenants/import).
  summary    json,
  started_at timestamptz not null default now()
);
-- Of two imports of one organisation at once, one wins.
create unique index imports_tenant on event_store.imports (tenant) where state in ('writing', 'written');

create table event_store.import_events (
  import   uuid not null,
  -- From 1, in the order of the archive.
  n        bigint not null,
  stream   text collate "C" not null,
  revision integer not null,
  id       uuid not null,
  type     text collate "C" not null,
  version  smallint not null,
  at       timestamptz not null,
  data     json not null,
  meta     json not null,
  primary key (import, n)
);
-- Reports, whose positions are those of another store (platform/event-store/importing/write.ts).
create index import_events_reports on event_store.import_events (import, md5(data ->> 'position'), n)
  where type = 'ReportMade';

-- The last staged revision of each stream.
create table event_store.import_streams (
  import   uuid not null,
  stream   text collate "C" not null,
  revision integer not null,
  primary key (stream, import)
);

-- The keys of personal data that the staged events are encrypted with; null for an erased lead.
create table event_store.import_keys (
  import  uuid not null,
  subject uuid not null,
  key     bytea,
  primary key (import, subject)
);

-- Names that the organisation's streams have reserved (`email:ann@x.test`).
create table event_store.import_names (
  import uuid not null,
  name   text collate "C" not null,
  stream text collate "C" not null,
  primary key (import, name)
);

-- While an organisation's events are moved, nothing else is appended to its streams: a reaction may have seen only the
-- first events of a stream. The body is that of migration 002 with the outcome 'importing'.
create or replace function event_store.append(
  streams text, expected int[], counts int[],
  of_append int[], ids uuid[], types text, versions smallint[], datas text, metas text,
  reserve_of int[], reserve text, release_of int[], release text
) returns table (outcome text, revision int, "position" bigint, name text)
language plpgsql
-- One plan per connection, which is good even if it is made while the tables are empty.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set jit = off
as $$
#variable_conflict use_column
declare
  start bigint;
  moment timestamptz;
begin
  -- From here to the commit no other transaction appends, so no earlier position can appear after a later one. The
  -- statements below are the first to read a table: they see everything that was committed before the lock.
  -- A lock instead of a row with a counter: a long read delays vacuum, and dead versions of the row would accumulate.
  perform pg_advisory_xact_lock(hashtextextended('event_store.append', 0));
  select coalesce(max(e.position), 0) into start from event_store.events e;
  moment := clock_timestamp();

  return query
  with asked as materialized (
    select a.n, a.stream, a.expected, a.count, coalesce(last.revision, -1) as actual
    from unnest(string_to_array(streams, E'\n'), expected, counts) with ordinality a (stream, expected, count, n)
    left join lateral (
      select e.revision from event_store.events e where e.stream = a.stream order by e.revision desc limit 1
    ) last on true
  ),
  sent as materialized (
    select s.*
    from unnest(of_append, ids, string_to_array(types, E'\n'), versions, string_to_array(datas, E'\n'), string_to_array(metas, E'\n'))
      with ordinality s (append, id, type, version, data, meta, n)
  ),
  reserving as materialized (
    select w.append, w.name, a.stream
    from unnest(reserve_of, string_to_array(reserve, E'\n')) w (append, name) join asked a on a.n = w.append
  ),
  -- The stream contains the same ids: this append succeeded earlier, also if later events followed.
  repeated as materialized (
    select a.n, max(e.revision) as revision, max(e.position) as position
    from asked a join event_store.events e on e.stream = a.stream
    where a.actual >= 0 and a.actual <> a.expected and e.id in (select s.id from sent s where s.append = a.n)
    group by a.n, a.count
    having count(*) = a.count
  ),
  taken as materialized (
    select w.append, min(w.name) as name
    from reserving w join event_store.reservations r on r.name = w.name and r.stream <> w.stream
    group by w.append
  ),
  -- Usually empty; then no stream is looked up.
  importing as materialized (
    select distinct s.stream
    from asked a join event_store.import_streams s on s.stream = a.stream
      join event_store.imports m on m.id = s.import and m.state = 'writing'
    where exists (select from event_store.imports w where w.state = 'writing')
  ),
  judged as materialized (
    select a.n, a.stream, a.actual, t.name, r.revision, r.position,
      case
        when r.n is not null then 'repeated'
        when i.stream is not null then 'importing'
        when a.expected = -2 and a.actual < 0 or a.expected <> -2 and a.expected <> a.actual then 'conflict'
        when t.append is not null then 'taken'
        else 'appended'
      end as outcome
    from asked a left join repeated r on r.n = a.n left join taken t on t.append = a.n
      left join importing i on i.stream = a.stream
  ),
  placed as materialized (
    select s.append, s.id, s.type, s.version, s.data, s.meta, j.stream,
      j.actual + (row_number() over (partition by s.append order by s.n))::int as revision,
      start + row_number() over (order by s.n) as position
    from sent s join judged j on j.n = s.append and j.outcome = 'appended'
  ),
  written as (
    insert into event_store.events (position, stream, revision, id, type, version, at, data, meta)
    select p.position, p.stream, p.revision, p.id, p.type, p.version, moment, p.data::json, p.meta::json from placed p
  ),
  released as (
    delete from event_store.reservations r
    using unnest(release_of, string_to_array(release, E'\n')) w (append, name), judged j
    where j.n = w.append and j.outcome = 'appended' and r.name = w.name and r.stream = j.stream
      and not exists (select from reserving g where g.append = w.append and g.name = w.name)
  ),
  reserved as (
    insert into event_store.reservations (name, stream)
    select w.name, w.stream from reserving w join judged j on j.n = w.append and j.outcome = 'appended'
    on conflict do nothing
  )
  select j.outcome,
    case j.outcome when 'repeated' then j.revision when 'appended' then l.revision else j.actual end,
    coalesce(l.position, j.position), j.name
  from judged j
  left join (select p.append, max(p.revision) as revision, max(p.position) as position from placed p group by p.append) l
    on l.append = j.n
  order by j.n;
end $$;
