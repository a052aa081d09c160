-- Reports as they were made (projections/reports/kept.ts): asked for again at its position, a report has the same bytes.
-- Two equal requests at the same moment may store the same report twice, which readers never notice.
create table report_results (
  tenant   uuid not null,
  -- A hash of everything that was asked: type, period, time zone, filters, and the caller's reach.
  request  bytea not null,
  -- Of the read model of leads.
  position text collate "C" not null,
  made_at  timestamptz not null default now(),
  -- The answer's data as JSON text, never parsed by Postgres: its bytes stay as they are.
  body     text not null
);
create index report_results_request on report_results (tenant, request, position);
-- Retention.
create index report_results_age on report_results (tenant, made_at);
select protect_tenant_rows('report_results');
