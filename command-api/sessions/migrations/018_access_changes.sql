-- The user's role, permission or activity changes, or has changed, and the users read model may not show it yet: until
-- it does, the session's caller is read from the user's stream (platform/access).
alter table sessions add column access_changed boolean not null default false;
