-- The number of deliveries of each kind by the day (UTC) of their creation: the cards and totals of the log read them instead
-- of counting millions of rows. Triggers keep them, so that every writer, retry and deletion is counted.
create table postback_counts (
  tenant   uuid not null,
  postback uuid not null,
  day      date not null,
  event    text not null,
  status   text not null,
  response text not null,
  n        bigint not null,
  -- Deliveries with more than one attempt.
  retried  bigint not null,
  -- The sum of the durations of last attempts, in ms, and the number of deliveries that have one.
  ms       bigint not null,
  timed    bigint not null,
  primary key (postback, day, event, status, response)
) with (fillfactor = 50);

-- Deliveries by the hour in which they ended, for the banner about failing postbacks.
create table postback_hours (
  tenant   uuid not null,
  postback uuid not null,
  hour     timestamptz not null,
  success  bigint not null,
  failed   bigint not null,
  primary key (postback, hour)
) with (fillfactor = 50);
-- For the failing postbacks of a tenant, and for the deletion of old hours.
create index postback_hours_tenant on postback_hours (tenant, hour);

create function postback_count() returns trigger language plpgsql as $$
declare
  changed text := case tg_op
    when 'INSERT' then 'select *, 1 as sign from entered'
    when 'DELETE' then 'select *, -1 as sign from gone'
    else 'select *, 1 as sign from entered union all select *, -1 as sign from gone'
  end;
begin
  execute format($sql$
    insert into postback_counts as c
    select tenant, postback, (created_at at time zone 'UTC')::date as day, event, status, response,
      sum(sign), coalesce(sum(sign) filter (where attempts > 1), 0),
      coalesce(sum(sign * response_ms), 0), coalesce(sum(sign) filter (where response_ms is not null), 0)
    from (%s) changed
    group by tenant, postback, day, event, status, response
    -- In a fixed order, so that two writers never deadlock.
    order by postback, day, event, status, response
    on conflict (postback, day, event, status, response) do update
      set n = c.n + excluded.n, retried = c.retried + excluded.retried,
        ms = c.ms + excluded.ms, timed = c.timed + excluded.timed
  $sql$, changed);
  return null;
end $$;

create trigger counted_in after insert on postback_deliveries
  referencing new table as entered for each statement execute function postback_count();
create trigger counted_anew after update on postback_deliveries
  referencing old table as gone new table as entered for each statement execute function postback_count();
create trigger counted_out after delete on postback_deliveries
  referencing old table as gone for each statement execute function postback_count();

do $$
declare
  name text;
begin
  foreach name in array array['postback_counts', 'postback_hours'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy tenants on %I using (
      (select current_setting('app.tenant') = '*') or tenant = (select nullif(current_setting('app.tenant'), '*')::uuid)
    )$policy$, name);
  end loop;
end $$;
