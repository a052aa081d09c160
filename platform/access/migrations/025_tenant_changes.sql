-- How often a tenant's phase (active, suspended, blocked, deleted) was changed, or began to be: raised before each such
-- event is appended. A process reads the phase from the tenant's stream again when this number is not the one that it
-- knows (platform/access/tenant-states.ts). A tenant without a row was never changed.
create table tenant_changes (
  tenant uuid primary key,
  changes integer not null
);
select protect_tenant_rows('tenant_changes');
