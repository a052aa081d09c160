/**
 * SQL: whether no import of a row's organisation is running. Until its end, super admins see nothing of it. A payment can
 * be of an organisation that does not exist yet. By the primary key of tenants.
 */
export const isNotImporting = (row: string): string =>
  `not exists (select from tenants i where i.id = ${row}.tenant and i.imported_at is null)`;
