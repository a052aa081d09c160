-- Postbacks on their way (workers/postbacks). The row of the log and the row of the queue are written in one transaction
-- with the reaction's checkpoint; the queue's row goes in the transaction that writes how it ended.

-- The clock that all due times are read on: the database's, so that the clocks of the workers need not agree.
create function postback_clock() returns timestamptz language sql volatile as 'select clock_timestamp()';

-- Each postback as the reaction has folded it, in its place among the leads' events.
create table postback_configurations (
  postback uuid primary key,
  tenant   uuid not null,
  revision integer not null,
  -- What its decider folds (events/postbacks), deleted ones too.
  state    json not null,
  -- Of that: whether anything is sent to it.
  active   boolean not null
);
create index postback_configurations_tenant on postback_configurations (tenant);

-- What changes with every answer. Whoever puts deliveries into the queue or takes them out holds the rows of their
-- postbacks, in order of their ids: so that whoever comes next for a lead is seen by whoever is before it.
create table postback_lanes (
  postback     uuid primary key,
  tenant       uuid not null,
  -- Deliveries that ended as success or failed, and of these the successful ones; also those whose log is swept.
  sent         bigint not null default 0,
  success      bigint not null default 0,
  -- The circuit breaker: failures in a row, and until when nothing goes out.
  failures     integer not null default 0,
  paused_until timestamptz
) with (fillfactor = 50); -- updated all the time: room for it on the same page

-- One row for each delivery: the log (contracts/postbacks/logs.ts).
create table postback_deliveries (
  -- UUID v5 of event and postback.
  id              uuid primary key,
  tenant          uuid not null,
  postback        uuid not null,
  lead            uuid not null,
  event_id        uuid not null,
  -- The trigger that it is told as.
  event           text not null,
  status          text not null check (status in ('pending', 'retry', 'success', 'failed', 'suppressed')),
  -- Why it was suppressed or failed, or why the last attempt did.
  reason          text,
  response_status smallint,
  -- Of the last attempt.
  response_ms     integer,
  response        text not null generated always as (
    case when response_status between 200 and 599 then (response_status / 100)::text || 'xx' else 'none' end
  ) stored,
  attempts        smallint not null default 0,
  max_attempts    smallint not null,
  created_at      timestamptz not null,
  next_attempt_at timestamptz,
  finished_at     timestamptz
);
-- A page of a postback's log, newest first; of one event; of what did not go well, which is the smaller part.
create index postback_deliveries_log on postback_deliveries (postback, created_at, id);
create index postback_deliveries_event on postback_deliveries (postback, event, created_at, id);
create index postback_deliveries_bad on postback_deliveries (postback, status, response, created_at, id)
  where status <> 'success';
-- The deliveries of leads that were searched for.
create index postback_deliveries_lead on postback_deliveries (lead, postback);

-- What was said and answered, secrets masked.
create table postback_attempts (
  delivery         uuid not null references postback_deliveries (id) on delete cascade,
  attempt          smallint not null,
  tenant           uuid not null,
  at               timestamptz not null,
  method           text not null,
  url              text not null,
  request_headers  json not null,
  request_body     text,
  response_status  smallint,
  response_headers json,
  response_body    text,
  response_cut     boolean not null,
  response_ms      integer not null,
  -- Why no answer came.
  error            text,
  primary key (delivery, attempt)
);

-- Deliveries that have not ended.
create table postback_queue (
  delivery    uuid primary key,
  tenant      uuid not null,
  postback    uuid not null,
  lead        uuid not null,
  n           bigint generated always as identity,
  -- '-infinity' is at once, whatever the clock does; 'infinity' is behind another delivery of its postback and lead.
  due_at      timestamptz not null,
  -- Whose it is: a token of postback_workers.
  lease       uuid,
  enqueued_at timestamptz not null,
  -- As often it may still be tried.
  tries_left  smallint not null,
  -- What its request is made of (events/postbacks/values.ts): the lead as the event left it.
  telling     json not null
) with (fillfactor = 80);
-- What may be sent, by postback: the oldest of those that wait for nothing, and retries whose time has come.
create index postback_queue_due on postback_queue (postback, due_at, n) where lease is null and due_at < 'infinity';
-- Whose turn it is.
create index postback_queue_turns on postback_queue (postback, lead, n);
create index postback_queue_leases on postback_queue (lease) where lease is not null;

-- Who sends. A lease holds for as long as its worker's beat goes on, as another one sees it on its own monotonic
-- clock; so no clock that is set has a lease end early or last too long.
create table postback_workers (
  token uuid primary key,
  beat  bigint not null default 0
);

do $$
declare
  name text;
begin
  foreach name in array array['postback_configurations', 'postback_lanes', 'postback_deliveries', 'postback_attempts', 'postback_queue'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy tenants on %I using (
      (select current_setting('app.tenant') = '*') or tenant = (select nullif(current_setting('app.tenant'), '*')::uuid)
    )$policy$, name);
  end loop;
end $$;
