-- The times at which a saved report was due, each handled once (workers/saved-reports/schedule.ts).
create table report_mailings (
  tenant   uuid not null,
  report   uuid not null,
  due_at   timestamptz not null,
  state    text not null default 'making' check (state in ('making', 'mailed', 'failed')),
  -- The position of the report that was sent.
  position text collate "C",
  problem  text,
  primary key (tenant, report, due_at)
);
-- Retention.
create index report_mailings_age on report_mailings (due_at);
select protect_tenant_rows('report_mailings');

-- The time of what caused the mail: the due time of a scheduled report. Equal in every attempt, so it is the mail's Date.
alter table mails add column cause_at timestamptz not null default now();
drop index mails_about;
create index mails_about on mails (tenant, about, cause_at);
