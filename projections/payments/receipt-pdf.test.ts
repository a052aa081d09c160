import { inflateSync } from 'node:zlib';
import { order } from '@crm/events/payments/story.ts';
import { describe, expect, test } from 'vitest';
import { textRunsOf } from './receipt-fonts.ts';
import { receiptPdf } from './receipt-pdf.ts';

const fontsOf = (text: string) =>
  textRunsOf(text, 400).map((run) => [run.text, run.font.split('/').at(-1)?.replace('-400-normal.woff', '')]);

describe('the fonts of a receipt', () => {
  test.each([
    ['Asha Rao, €5', [['Asha Rao, €5', 'Helvetica']]],
    [
      'Łukasz',
      [
        ['Ł', 'noto-sans-latin-ext'],
        ['ukasz', 'Helvetica'],
      ],
    ],
    ['Иван Петрович', [['Иван Петрович', 'noto-sans-cyrillic']]],
    ['प्रिया शर्मा', [['प्रिया शर्मा', 'noto-sans-devanagari']]],
    ['Γεώργιος', [['Γεώργιος', 'noto-sans-greek']]],
    // No-break spaces: pdfkit orders the letters of a text up to a space.
    ['محمد بن سلمان', [['محمد\u00a0بن\u00a0سلمان', 'noto-sans-arabic-arabic']]],
    [
      'محمد بن سلمان Rao',
      [
        ['محمد\u00a0بن\u00a0سلمان', 'noto-sans-arabic-arabic'],
        [' ', 'Helvetica'],
        ['Rao', 'Helvetica'],
      ],
    ],
    ['王 Wei', [['? Wei', 'Helvetica']]],
  ])('%s', (text, runs) => expect(fontsOf(text)).toEqual(runs));
});

const paid = {
  organisation: 'Gulf Sales',
  order,
  charge: {
    providerPaymentId: 'pay_1',
    amount: { minor: 4950, currency: 'EUR' },
    refunds: [],
    failedRefunds: [],
    isRefundRequested: false,
  },
  paidAt: new Date('2026-11-23T08:00:00Z'),
} as const;

/** The letters of a PDF's standard fonts. */
function lettersIn(pdf: Buffer): string {
  const contents = pdf.toString('latin1').matchAll(/stream\n(.*?)\nendstream/gs);
  const pages = [...contents].map(([, content = '']) =>
    inflateSync(Buffer.from(content, 'latin1')).toString(),
  );
  const letters = pages.join('').matchAll(/<([0-9a-f]+)>/g);
  return [...letters].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join('');
}

test('a receipt of a test order says so, and no other one', async () => {
  const notice = 'Test mode: no money was taken.';
  expect(lettersIn(await receiptPdf({ ...paid, order: { ...order, isTest: true } }))).toContain(notice);
  expect(lettersIn(await receiptPdf(paid))).not.toContain(notice);
});

test('a receipt embeds the fonts of its names, and only these', async () => {
  const pdf = await receiptPdf({
    ...paid,
    organisation: 'محمد بن سلمان',
    order: { ...order, buyer: { ...order.buyer, fullName: 'Иван Петрович' } },
  });
  const fonts = new Set(pdf.toString('latin1').match(/\+NotoSans\w*/g));
  expect([...fonts].map((name) => name.slice(1)).sort()).toEqual(['NotoSans', 'NotoSansArabic']);
});
