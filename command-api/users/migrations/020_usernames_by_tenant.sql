-- Usernames are unique within a tenant: its id goes into the reserved name (events/users/decide.ts). A stream's tenant
-- stands beside its first event.
update event_store.reservations r
   set name = 'username:' || (e.meta->>'tenant') || ':' || substr(r.name, length('username:') + 1)
  from event_store.events e
 where r.name like 'username:%' and e.stream = r.stream and e.revision = 0;
