-- Mails to send, and the result of each (workers/mail/queue.ts). Rows are deleted 30 days after their end.
create table mails (
  -- Derived from what caused the mail, so a repeated cause adds no second mail; also in the Message-ID.
  id         uuid primary key,
  tenant     uuid not null,
  template   text not null,
  -- The record that caused the mail, and the user whose screen shows its result.
  about      uuid not null,
  watcher    uuid,
  recipient  text not null,
  -- Subject, bodies and attachments; null once the mail has ended, because bodies contain personal data and links.
  content    jsonb,
  state      text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts   integer not null default 0,
  -- Of the latest failed attempt: a sentence without addresses.
  problem    text,
  created_at timestamptz not null default now(),
  ended_at   timestamptz,
  check ((state = 'waiting') = (content is not null)),
  check ((state = 'waiting') = (ended_at is null))
);
create index mails_about on mails (tenant, about, created_at);
-- Mails whose job ended without a result.
create index mails_waiting on mails (created_at) where ended_at is null;
-- Retention.
create index mails_age on mails (ended_at) where ended_at is not null;
select protect_tenant_rows('mails');
