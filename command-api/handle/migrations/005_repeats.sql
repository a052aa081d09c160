-- The position of the event that set the password. A write with an older position is ignored, so a command that is repeated
-- late does not restore an old password.
alter table passwords add column position text collate "C" not null default '';

-- Answers to calls with an Idempotency-Key that act on many streams, so that no stream can hold the key. A call without an
-- answer is running or was interrupted; a repeat continues it.
create table repeats (
  command_id   uuid primary key,
  request_hash text not null,
  answer       json,
  at           timestamptz not null default now()
);
