import { Readable } from 'node:stream';
import { transactionReceipt } from '@crm/contracts/payments/payments.ts';
import { type Result, refused } from '@crm/platform/http/result.ts';
import { type Input, route } from '@crm/platform/http/route.ts';
import { asTenant } from '@crm/platform/postgres/transaction.ts';
import { afterOwnWrite, type QueryDeclaration, type QueryDeps } from '../query.ts';
import { paymentOf } from './list.ts';
import { paymentReaders } from './readers.ts';

const READS = ['payments', 'tenants'];

/** The receipt of a paid order of the caller's organisation, as PDF. Refuses with 'payment-not-captured'. */
export const receipt: QueryDeclaration = (deps) =>
  route(transactionReceipt, paymentReaders, (input) =>
    afterOwnWrite(deps, READS, input.minPosition, () => sendReceipt(deps, input)),
  );

async function sendReceipt(
  { pool }: QueryDeps,
  { params, caller }: Input<typeof transactionReceipt, typeof paymentReaders>,
): Promise<Result> {
  const found = await asTenant(pool, caller.tenant, async (db) => {
    const row = await paymentOf(db, caller.tenant, params.id);
    const { rows } = await db.query<{ organization_name: string }>(
      'select organization_name from tenants where tenant = $1 and id = $1',
      [caller.tenant],
    );
    return { row, organisation: rows[0]?.organization_name ?? '' };
  });
  const { row, organisation } = found;
  if (!row) return refused('payment-order-not-found');
  if (row.paid_at === null || row.payment.phase !== 'paid') return refused('payment-not-captured');
  const { receiptPdf } = await import('./receipt-pdf.ts'); // with fonts and a PDF library that few processes need
  const bytes = await receiptPdf({
    organisation,
    order: row.payment.order,
    charge: row.payment.charges[0],
    paidAt: row.paid_at,
  });
  return {
    kind: 'file',
    name: `receipt-${row.payment.charges[0].providerPaymentId}.pdf`,
    type: 'application/pdf',
    size: bytes.length,
    bytes: Readable.from([bytes]),
  };
}
