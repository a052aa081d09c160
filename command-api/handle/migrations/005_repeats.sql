-- A password is that of the newest event that speaks of it, in whatever order its writers come: a command that is
-- repeated late does not bring an old password back.
alter table passwords add column position text collate "C" not null default '';

-- What a call under an Idempotency-Key was answered, where it acts on many streams, so that none of them can know
-- the key. Without an answer it is under way, or was cut off: whoever repeats it goes on.
create table repeats (
  command_id   uuid primary key,
  request_hash text not null,
  answer       json,
  at           timestamptz not null default now()
);
