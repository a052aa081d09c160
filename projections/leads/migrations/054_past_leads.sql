-- Lists of leads as they were at a moment (workers/leads/past). A list has the ids of its leads and no data of them: pages are
-- read from the streams, so that erased data does not stay here. The id of a list is that of its batch.
create table past_lists (
  id uuid primary key,
  tenant uuid not null,
  at timestamptz not null,
  total integer not null,
  made_at timestamptz not null default now()
);
create index past_lists_age on past_lists (made_at);
select protect_tenant_rows('past_lists');

create table past_leads (
  tenant uuid not null,
  list uuid not null,
  lead uuid not null,
  created_at timestamptz not null,
  primary key (list, lead)
);
create index past_leads_order on past_leads (list, created_at desc, lead);
select protect_tenant_rows('past_leads');
