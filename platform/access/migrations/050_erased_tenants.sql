-- Deleted tenants whose retention period is over: their rows were removed, and no read model shows their events again.
create table erased_tenants (
  tenant uuid primary key,
  erased_at timestamptz not null default now()
);
select protect_tenant_rows('erased_tenants');
