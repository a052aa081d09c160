-- The one policy that keeps tenants apart: a connection sees the rows of its app.tenant and no others, '*' sees all, and a
-- connection without the setting gets an error. Both settings are read once a statement, not once a row. A policy that
-- calls a function would run it for each row: that is why this function writes the condition out.
--
-- Tables of earlier migrations have the same policy, written out.
create function protect_tenant_rows(protected regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', protected);
  execute format('alter table %s force row level security', protected);
  execute format($policy$create policy tenants on %s using (
    (select current_setting('app.tenant') = '*') or tenant = (select nullif(current_setting('app.tenant'), '*')::uuid)
  )$policy$, protected);
end $$;
