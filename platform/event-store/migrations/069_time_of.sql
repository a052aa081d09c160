-- The recording time of an event in milliseconds since 1970. A volatile function sees the events that its own statement has
-- appended: all events of an append have the same time, which this returns together with their positions.
create function event_store.time_of(wanted bigint) returns float8
language sql volatile
begin atomic
  select (extract(epoch from e.at) * 1000)::float8 from event_store.events e where e.position = wanted;
end;
