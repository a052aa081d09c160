-- Counts of the log by the half hour: midnight of nearly every time zone is at a full or half hour of UTC, and a page in the
-- middle of a log skips the rows of at most half an hour instead of a day. The counts by day stay for sums over a year.
alter table postback_counts rename column day to since;
alter table postback_counts alter column since type timestamptz using since::timestamp at time zone 'UTC';

create table postback_half_hours (like postback_counts including all) with (fillfactor = 50);
alter table postback_half_hours enable row level security;
alter table postback_half_hours force row level security;
create policy tenants on postback_half_hours using (
  (select current_setting('app.tenant') = '*') or tenant = (select nullif(current_setting('app.tenant'), '*')::uuid)
);

create or replace function postback_count() returns trigger language plpgsql as $$
declare
  changed text := case tg_op
    when 'INSERT' then 'select *, 1 as sign from entered'
    when 'DELETE' then 'select *, -1 as sign from gone'
    else 'select *, 1 as sign from entered union all select *, -1 as sign from gone'
  end;
  counts text[];
begin
  foreach counts slice 1 in array array[['postback_counts', '1 day'], ['postback_half_hours', '30 minutes']] loop
    execute format($sql$
      insert into %I as c
      select tenant, postback, date_bin(%L, created_at, '2000-01-01 00:00:00+00') as since, event, status, response,
        sum(sign), coalesce(sum(sign) filter (where attempts > 1), 0),
        coalesce(sum(sign * response_ms), 0), coalesce(sum(sign) filter (where response_ms is not null), 0)
      from (%s) changed
      group by tenant, postback, since, event, status, response
      -- In a fixed order, so that two writers never deadlock.
      order by postback, since, event, status, response
      on conflict (postback, since, event, status, response) do update
        set n = c.n + excluded.n, retried = c.retried + excluded.retried,
          ms = c.ms + excluded.ms, timed = c.timed + excluded.timed
    $sql$, counts[1], counts[2], changed);
  end loop;
  return null;
end $$;

-- Counts the existing deliveries of all tenants.
select set_config('app.tenant', '*', true);
insert into postback_half_hours
select tenant, postback, date_bin('30 minutes', created_at, '2000-01-01 00:00:00+00'), event, status, response, count(*),
  count(*) filter (where attempts > 1), coalesce(sum(response_ms), 0), count(response_ms)
from postback_deliveries group by 1, 2, 3, 4, 5, 6;
