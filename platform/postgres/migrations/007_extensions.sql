-- Needed by the searches of the read models. Both are trusted: the owner of a database may create them, so DATABASE_URL needs
-- no superuser. The embedded database has them from the start.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
