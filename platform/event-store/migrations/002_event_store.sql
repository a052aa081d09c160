-- The event store. Only platform/event-store reads or writes here.
create schema event_store;

-- Only two indexes, because each one slows down every append. `position` is the order of all commits, without gaps.
create table event_store.events (
  position bigint primary key,
  stream   text collate "C" not null,
  revision integer not null,
  id       uuid not null,
  type     text collate "C" not null,
  version  smallint not null,
  at       timestamptz not null,
  data     json not null, -- json, not jsonb: stored as written (also NUL and lone surrogates), and cheaper to insert
  meta     json not null,
  unique (stream, revision)
);
-- Not compressed, so that pg_column_size is the memory that a reader needs.
alter table event_store.events alter column data set storage external;

-- Names that only one stream may have (`email:ann@x.test`).
create table event_store.reservations (
  name   text collate "C" primary key,
  stream text collate "C" not null
);

-- Appends a group and returns one row per append, in order. Each append is complete or has no effect, independent of the
-- others. No two appends of a group may share a stream or a name; the caller ensures this.
--   streams, expected, counts: one per append; expected is a revision, -1 for no stream, -2 for one that exists
--   of_append (from 1), ids, types, versions, datas, metas: one per event, in order of the appends
--   reserve, release: names; reserve_of and release_of hold the number of the append of each
-- A list of texts is sent as the lines of one text, which is the fastest to send and to split.
create function event_store.append(
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
  judged as materialized (
    select a.n, a.stream, a.actual, t.name, r.revision, r.position,
      case
        when r.n is not null then 'repeated'
        when a.expected = -2 and a.actual < 0 or a.expected <> -2 and a.expected <> a.actual then 'conflict'
        when t.append is not null then 'taken'
        else 'appended'
      end as outcome
    from asked a left join repeated r on r.n = a.n left join taken t on t.append = a.n
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
