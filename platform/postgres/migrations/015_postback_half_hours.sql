-- The log's counts by the half hour instead of by the day: a period that begins at midnight somewhere in the world ends at
-- a half hour in UTC, and a page in the middle of a log passes over a half hour's rows and not a day's.
drop trigger counted_in on postback_deliveries;
drop trigger counted_anew on postback_deliveries;
drop trigger counted_out on postback_deliveries;
drop function postback_count();
drop table postback_counts;

create table postback_counts (
  tenant   uuid not null,
  postback uuid not null,
  -- When the half hour begins in which the deliveries were made.
  since    timestamptz not null,
  event    text not null,
  status   text not null,
  response text not null,
  n        bigint not null,
  -- Those that took more than one attempt.
  retried  bigint not null,
  -- Of those that were answered or given up: the sum of the last attempts' times, and how many there are.
  ms       bigint not null,
  timed    bigint not null,
  primary key (postback, since, event, status, response)
) with (fillfactor = 50);
alter table postback_counts enable row level security;
alter table postback_counts force row level security;
create policy tenants on postback_counts using (
  (select current_setting('app.tenant') = '*') or tenant = (select nullif(current_setting('app.tenant'), '*')::uuid)
);

create function postback_half_hour(at timestamptz) returns timestamptz language sql immutable
  return date_bin('30 minutes', at, '2000-01-01 00:00:00+00');

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
    select tenant, postback, postback_half_hour(created_at) as since, event, status, response,
      sum(sign), coalesce(sum(sign) filter (where attempts > 1), 0),
      coalesce(sum(sign * response_ms), 0), coalesce(sum(sign) filter (where response_ms is not null), 0)
    from (%s) changed
    group by tenant, postback, since, event, status, response
    -- In one order, so that two writers never wait for each other.
    order by postback, since, event, status, response
    on conflict (postback, since, event, status, response) do update
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

-- What is there already; whoever migrates sees every tenant.
select set_config('app.tenant', '*', true);
insert into postback_counts
select tenant, postback, postback_half_hour(created_at), event, status, response, count(*),
  count(*) filter (where attempts > 1), coalesce(sum(response_ms), 0), count(response_ms)
from postback_deliveries group by 1, 2, 3, 4, 5, 6;
