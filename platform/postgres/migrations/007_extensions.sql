-- The read models' searches stand on these. Both are trusted: the database's owner may create them, so that a
-- database of one's own (DATABASE_URL) needs no superuser; the embedded one has them from the start.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
