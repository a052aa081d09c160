import { moneyText } from '@crm/events/language/money.ts';
import { utcMinute } from '@crm/events/language/utc-minute.ts';
import type { PaymentOrder } from '@crm/events/payments/events.ts';
import { type Charge, refundedMinor } from '@crm/events/payments/state.ts';
import PDFDocument from 'pdfkit';
import { textRunsOf } from './receipt-fonts.ts';

type Receipt = {
  organisation: string;
  order: PaymentOrder;
  charge: Charge;
  paidAt: Date;
};

const LABEL_WIDTH = 140;
/** Fonts have different heights: without this, each piece of a line hangs from its own top. */
const baseline = 'alphabetic';

/** A receipt of one page (A4) as PDF. */
export function receiptPdf({ organisation, order, charge, paidAt }: Receipt): Promise<Buffer> {
  const { plan, buyer } = order;
  const refunded = refundedMinor(charge);
  const { currency } = charge.amount;
  const document = new PDFDocument({
    size: 'A4',
    margin: 56,
    info: { Title: `Receipt ${charge.providerPaymentId}` },
  });
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  const written = new Promise<Buffer>((resolve, reject) => {
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });

  document.font('Helvetica-Bold').fontSize(20).text('Receipt').moveDown(0.5);
  if (order.isTest) document.font('Helvetica').fontSize(11).text('Test mode: no money was taken.').moveDown();
  const facts: [string, string][] = [
    ['Organization', organisation],
    ['Name', buyer.fullName],
    ['Email', buyer.email],
    ['Plan', `${plan.terms.name}, ${plan.terms.billingCycle}`],
    ['Date', utcMinute(paidAt)],
    ['Order', order.providerOrderId],
    ['Payment', charge.providerPaymentId],
    ['Payment Method', 'Razorpay'],
    ['Amount', moneyText(charge.amount)],
  ];
  if (refunded > 0) facts.push(['Refunded', moneyText({ minor: refunded, currency })]);
  document.fontSize(11).moveDown();
  for (const [label, value] of facts) {
    const { x, y } = document;
    document.font('Helvetica-Bold').text(label, x, y, { width: LABEL_WIDTH, baseline });
    const runs = textRunsOf(value, 400);
    document.x = x + LABEL_WIDTH;
    document.y = y;
    for (const [at, { text, font }] of runs.entries())
      document.font(font).text(text, { continued: at < runs.length - 1, baseline });
    document.x = x;
    document.moveDown(0.4);
  }
  document.end();
  return written;
}
