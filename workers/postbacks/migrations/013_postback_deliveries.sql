-- Deliveries of postbacks (workers/postbacks). The rows of the log and of the queue are written in one transaction with the
-- reaction's checkpoint. The row of the queue is deleted in the transaction that writes the result.

-- The clock of all due times: the database's, so that the clocks of the workers may differ.
create function postback_clock() returns timestamptz language sql volatile as 'select clock_timestamp()';

-- The state of each postback at the reaction's position among the events of leads.
create table postback_configurations (
  postback uuid primary key,
  tenant   uuid not null,
  revision integer not null,
  -- The state of its decider (events/postbacks), also of a deleted postback.
  state    json not null,
  -- Part of the state: whether deliveries are sent to it.
  active   boolean not null
);
create index postback_configurations_tenant on postback_configurations (tenant);

-- Counts and circuit breaker of each postback, which change with every answer. A transaction that adds deliveries to the
-- queue or removes them first locks the rows of their postbacks, in order of their ids. So the next delivery of a lead always
-- sees the one before it.
create table postback_lanes (
  postback     uuid primary key,
  tenant       uuid not null,
  -- Deliveries that succeeded or failed, and the successful ones of them; includes deliveries whose log was deleted.
  sent         bigint not null default 0,
  success      bigint not null default 0,
  -- The circuit breaker: the number of consecutive failures, and the end of the pause.
  failures     integer not null default 0,
  paused_until timestamptz
) with (fillfactor = 50); -- updated often: space for new versions on the same page

-- One row for each delivery: the log (contracts/postbacks/logs.ts).
create table postback_deliveries (
  -- UUID v5 of event and postback.
  id              uuid primary key,
  tenant          uuid not null,
  postback        uuid not null,
  lead            uuid not null,
  event_id        uuid not null,
  -- The trigger that its request names.
  event           text not null,
  status          text not null check (status in ('pending', 'retry', 'success', 'failed', 'suppressed')),
  -- The reason why it was suppressed or failed, or why its last attempt failed.
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
-- For pages of a postback's log, newest first: all, those of one trigger, and those without success, which are few.
create index postback_deliveries_log on postback_deliveries (postback, created_at, id);
create index postback_deliveries_event on postback_deliveries (postback, event, created_at, id);
create index postback_deliveries_bad on postback_deliveries (postback, status, response, created_at, id)
  where status <> 'success';
-- For a search of the log by leads.
create index postback_deliveries_lead on postback_deliveries (lead, postback);

-- The request and the answer of each attempt, with masked secrets.
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
  -- The reason why there is no answer.
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
  -- '-infinity': due at once, independent of the clock. 'infinity': waits for an earlier delivery of its postback and lead.
  due_at      timestamptz not null,
  -- The worker that claimed it: a token of postback_workers.
  lease       uuid,
  enqueued_at timestamptz not null,
  -- The number of remaining attempts.
  tries_left  smallint not null,
  -- The payload (events/postbacks/values.ts): the lead after the event.
  telling     json not null
) with (fillfactor = 80);
-- For claims: the oldest deliveries of a postback that wait for no other one, and due retries.
create index postback_queue_due on postback_queue (postback, due_at, n) where lease is null and due_at < 'infinity';
-- For the order of the deliveries of a postback and lead.
create index postback_queue_turns on postback_queue (postback, lead, n);
create index postback_queue_leases on postback_queue (lease) where lease is not null;

-- The workers that send. A worker's lease lasts while it raises its beat; other workers measure its silence on their own
-- monotonic clocks. So a clock that is set neither ends a lease early nor extends it.
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
