/** SQL: whether a row's organisation is not deleted. A deleted one may be restored. By the primary key of tenants. */
export const isNotDeleted = (row: string): string =>
  `not exists (select from tenants d where d.id = ${row}.tenant and d.deleted_at is not null)`;
