-- Values that were replaced before `previous` and are still valid, each until its own time: a list of
-- {"sealed": bytea, "until": timestamptz}. Programs from before this migration neither read nor change it.
alter table secrets add column older jsonb not null default '[]';
