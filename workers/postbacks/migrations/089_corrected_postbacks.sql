-- The revision of a postback's last correction (workers/postbacks/close-circuits.ts): results of requests of before it do not
-- count for the circuit. Programs from before this migration neither read nor change it.
alter table postback_lanes add column corrected integer not null default 0;
