import { paginationOf } from '@crm/contracts/answer.ts';
import { getTransaction, listPayments, listTransactions } from '@crm/contracts/payments/payments.ts';
import { superAdmins } from '@crm/platform/http/policy.ts';
import { refused } from '@crm/platform/http/result.ts';
import type { Db } from '@crm/platform/postgres/transaction.ts';
import { containing } from '../like.ts';
import { query } from '../query.ts';
import { isNotImporting } from '../tenants/importing.ts';
import { paymentReaders } from './readers.ts';
import type { PaymentRow } from './table.ts';
import { toRefundOf, transactionOf } from './transaction.ts';

/** Lists the payments of all organisations, newest first. Index payments_created. */
export const paymentsList = query({
  endpoint: listPayments,
  policy: superAdmins,
  reads: ['payments', 'tenants'],
  async run({ query: { page, limit, search, status } }, db) {
    const values = [search ? containing(search.toLowerCase()) : null, status ?? null];
    const where = `($1::text is null or p.search like $1) and ($2::text is null or p.status = $2)
         and ${isNotImporting('p')}`;
    const { rows: counts } = await db.query<{ total: number }>(
      `/* every tenant: for super admins */ select count(*)::int as total from payments p where ${where}`,
      values,
    );
    const { rows } = await db.query<PaymentRow & { organization_name: string | null }>(
      `/* every tenant: for super admins */
       select p.*, t.organization_name
         from (select * from payments p where ${where} order by p.created_at desc, p.id limit $3 offset $4) p
         left join tenants t on t.id = p.tenant
        order by p.created_at desc, p.id`,
      [...values, limit, (page - 1) * limit],
    );
    const payments = rows.map((row) => ({
      ...transactionOf(row),
      toRefund: toRefundOf(row),
      imported: row.imported,
      organizationName: row.organization_name ?? '',
      tenantId: row.tenant,
    }));
    return { kind: 'answer', data: payments, pagination: paginationOf(page, limit, counts[0]?.total ?? 0) };
  },
});

/** Lists the paid orders of the caller's organisation, newest first. Index payments_tenant. */
export const transactionsList = query({
  endpoint: listTransactions,
  policy: paymentReaders,
  reads: ['payments'],
  async run({ query: { page, limit }, caller: { tenant } }, db) {
    const { rows: counts } = await db.query<{ total: number }>(
      'select count(*)::int as total from payments where tenant = $1 and paid_at is not null',
      [tenant],
    );
    const { rows } = await db.query<PaymentRow>(
      `select * from payments where tenant = $1 and paid_at is not null
        order by created_at desc, id limit $2 offset $3`,
      [tenant, limit, (page - 1) * limit],
    );
    const pagination = paginationOf(page, limit, counts[0]?.total ?? 0);
    return { kind: 'answer', data: rows.map(transactionOf), pagination };
  },
});

/** Reads one payment of the caller's organisation. */
export const transactionDetail = query({
  endpoint: getTransaction,
  policy: paymentReaders,
  reads: ['payments'],
  async run({ params, caller }, db) {
    const row = await paymentOf(db, caller.tenant, params.id);
    return row
      ? { kind: 'answer', data: { transaction: transactionOf(row) } }
      : refused('payment-order-not-found');
  },
});

/** By the primary key. */
export async function paymentOf(db: Db, tenant: string, id: string): Promise<PaymentRow | null> {
  const { rows } = await db.query<PaymentRow>('select * from payments where tenant = $1 and id = $2', [
    tenant,
    id,
  ]);
  return rows[0] ?? null;
}
