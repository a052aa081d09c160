-- The key that encrypts the personal data in one stream's events (platform/event-store/sealed). Erasing the data deletes
-- the key; the row stays, so that no new key is ever made for the stream. Rows are written in the transaction of the append.
create table event_store.personal_keys (
  -- The id in the stream's name.
  subject   uuid primary key,
  tenant    uuid not null,
  key       bytea,
  erased_at timestamptz,
  check ((key is null) = (erased_at is not null))
);
