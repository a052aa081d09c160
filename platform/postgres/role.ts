import { type ClientBase, escapeIdentifier } from 'pg';
import { DatabaseUnusable } from './unusable.ts';

/** The database role has too many or too few rights. The message contains, in one line, the SQL that corrects it. */
export class RoleUnusable extends DatabaseUnusable {
  override name = 'RoleUnusable';
}

/** The bootstrap superuser of every cluster: Postgres does not allow removing its rights. */
const BOOTSTRAP_OID = 10;

/**
 * Refuses a connection whose role is a superuser or has BYPASSRLS: it would read the rows of all tenants.
 *
 * A role that is only a member of such a role is accepted: these two rights are not inherited, and the product never
 * sends SET ROLE. Managed Postgres services often create such members.
 *
 * @throws RoleUnusable
 */
export async function refuseUnboundRole(db: Pick<ClientBase, 'query'>): Promise<void> {
  // `alter role … set role = …` makes session and current user differ; RESET ROLE would restore the first.
  const { rows } = await db.query<{ role: string; oid: number; super: boolean }>(
    `select rolname as role, oid::int, rolsuper as super from pg_roles
      where rolname in (session_user, current_user) and (rolsuper or rolbypassrls)`,
  );
  const [unbound] = rows;
  if (!unbound) return;
  const { role, oid } = unbound;
  const repair =
    oid === BOOTSTRAP_OID
      ? `create role crm login password '…'; create database crm owner crm encoding 'UTF8'; — and set DATABASE_URL to them`
      : `alter role ${escapeIdentifier(role)} nosuperuser nobypassrls;`;
  throw new RoleUnusable(
    `The database role ${role} ${unbound.super ? 'is a superuser' : 'has BYPASSRLS'}: row-level security would not keep ` +
      `tenants apart. Run as a superuser: ${repair}`,
  );
}

/**
 * Refuses a connection whose role may not create tables in its database, or does not own the existing tables.
 *
 * @throws RoleUnusable
 */
export async function refuseMissingRights(db: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await db.query<{ role: string; database: string }>(
    `select current_user as role, current_database() as database
      where not has_database_privilege(current_database(), 'create')
         or not has_schema_privilege('public', 'create')
         or exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
              and not pg_has_role(relowner, 'usage'))`,
  );
  const [lacking] = rows;
  if (!lacking) return;
  const [role, database] = [escapeIdentifier(lacking.role), escapeIdentifier(lacking.database)];
  throw new RoleUnusable(
    `The database role ${lacking.role} must own the database ${lacking.database} and its tables. Run as a superuser: ` +
      `alter database ${database} owner to ${role}; — and restore the tables as that role if another one owns them`,
  );
}
