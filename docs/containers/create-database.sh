#!/bin/sh
# Run by the image of Postgres when its volume is empty: creates the role and the database of the product (README.md, "A
# Postgres of your own"). The role is no superuser, so that row-level security applies to it.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$CRM_PASSWORD" --username postgres --dbname postgres <<'SQL'
create role crm login password :'password';
create database crm owner crm encoding 'UTF8' template template0 locale_provider builtin builtin_locale 'C.UTF-8' locale 'C.UTF-8';
\connect crm
alter function textlike(text, text) leakproof;
alter function texticlike(text, text) leakproof;
SQL
