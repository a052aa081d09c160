-- The hash chain of each tenant's history (workers/audit/chain). One row per run and tenant: the n-th event of the tenant is
-- ids[n - first + 1], and its hash the n-th 32 bytes of the tenant's rows.
create table audit_chain (
  tenant     uuid not null,
  first      bigint not null,
  ids        uuid[] not null,
  hashes     bytea not null,
  chained_at timestamptz not null default now(),
  primary key (tenant, first)
);
alter table audit_chain alter column hashes set storage external; -- hashes cannot be compressed
select protect_tenant_rows('audit_chain');

-- How far the store was read, and which history that was: positions of another one are invalid. One row.
create table audit_chain_progress (
  one_row  boolean primary key default true check (one_row),
  history  uuid not null,
  position text collate "C" not null
);

-- The signed checkpoints: the length and the last hash of a tenant's chain, once a day.
create table audit_checkpoints (
  tenant     uuid not null,
  events     bigint not null,
  hash       text not null,
  signed_at  timestamptz not null,
  public_key text not null,
  signature  text not null,
  primary key (tenant, events)
);
select protect_tenant_rows('audit_checkpoints');
