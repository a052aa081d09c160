-- Usernames are unique within a tenant: the reserved name contains the tenant's id (events/users/decide.ts). The tenant of a
-- stream is in the metadata of its first event.
update event_store.reservations r
   set name = 'username:' || (e.meta->>'tenant') || ':' || substr(r.name, length('username:') + 1)
  from event_store.events e
 where r.name like 'username:%' and e.stream = r.stream and e.revision = 0;
