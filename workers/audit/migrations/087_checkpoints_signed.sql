-- The download of the checkpoints of all tenants reads the latest ones (projections/audit/checkpoints.ts).
create index audit_checkpoints_signed on audit_checkpoints (signed_at desc, tenant);
