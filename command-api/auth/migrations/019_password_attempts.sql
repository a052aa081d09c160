-- Failed password checks by what they are counted for (docs/access.md): 'account:ID', 'account:ID network:NETWORK',
-- 'network:NETWORK'. Counts by single addresses mean nothing any more.
delete from login_failures;

-- Networks from which a user signed in: an IPv4 address, or the /64 of an IPv6 one.
create table known_networks (
  user_id   uuid not null,
  network   text not null,
  last_used timestamptz not null default now(),
  primary key (user_id, network)
);
-- Sweeping those that were not used for long.
create index known_networks_last_used on known_networks (last_used);
