-- API keys of partners, by the SHA-256 of the key, which itself is never stored. Names and revocations are events of the
-- tenant; a row never changes but for its last use.
create table api_key_hashes (
  hash bytea primary key,
  id uuid not null unique,
  tenant uuid not null,
  last_used timestamptz
);
create index api_key_hashes_tenant on api_key_hashes (tenant);
select protect_tenant_rows('api_key_hashes');
