-- Starts of a batch that did not end in order: neither with a step nor with an orderly stop. The running start counts
-- until its first step, since a process that dies cannot write (platform/batches/runs.ts).
alter table batch_runs add column crashes integer not null default 0;
