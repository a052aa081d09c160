-- Whether the rest of the work must be completed, also if it is cancelled or paused (platform/batches/kind.ts). A request to
-- pause changes such a run no more: if its process died before the next step, no process would continue it.
alter table batch_runs add column is_final boolean not null default false;
