-- The cards and totals of the postbacks' log without counting millions of rows: how many deliveries there are of each
-- kind, by the day (UTC) that they were made. Kept by the database itself, whoever writes, retries or sweeps.
create table postback_counts (
  tenant   uuid not null,
  postback uuid not null,
  day      date not null,
  event    text not null,
  status   text not null,
  response text not null,
  n        bigint not null,
  -- Those that took more than one attempt.
  retried  bigint not null,
  -- Of those that were answered or given up: the sum of the last attempts' times, and how many there are.
  ms       bigint not null,
  timed    bigint not null,
  primary key (postback, day, event, status, response)
) with (fillfactor = 50);

-- How the last hours went, for the banner: deliveries that ended, by the hour that they did.
create table postback_hours (
  tenant   uuid not null,
  postback uuid not null,
  hour     timestamptz not null,
  success  bigint not null,
  failed   bigint not null,
  primary key (postback, hour)
) with (fillfactor = 50);
-- Those that do badly, of a tenant; and sweeping.
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
    -- In one order, so that two writers never wait for each other.
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
