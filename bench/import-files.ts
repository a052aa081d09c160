import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { rowsOf, workbook } from '@crm/workers/test/workbook.ts';

const COLUMNS = [
  'ID',
  'Date',
  'Status',
  'Amount',
  'Customer',
  'Lastname',
  'Phone',
  'E-Mail',
  'Country',
  'ZIP',
  'Address',
  'Comment',
];
const names = ['Priya', 'Asha', 'Ravi', 'Omar', 'Meera', 'José'];

/** A typical row: one in ten has a status, one in twenty a comment, one in a hundred an error. */
function valuesOf(word: string, n: number): string[] {
  return [
    `${word}-${n}`,
    `2025-${String(1 + (n % 9)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`,
    n % 10 === 0 ? 'approved' : '',
    `${100 + (n % 900)}.50`,
    names[n % names.length] ?? '',
    `Sharma ${n}`,
    n % 100 === 50 ? 'unknown' : `+91 98${10_000_000 + n}`,
    `priya${n}@mail.example`,
    'IN',
    String(400_000 + (n % 90_000)),
    `${n % 400} MG Road, Pune`,
    n % 20 === 0 ? 'Call after six' : '',
  ];
}

const wrongIn = (rows: number) => Math.floor((rows + 49) / 100);
/** How many of the rows become leads. */
export const rightIn = (rows: number) => rows - wrongIn(rows);

export async function writeCsv(path: string, word: string, rows: number): Promise<void> {
  const out = createWriteStream(path);
  out.write(`${COLUMNS.join(',')}\n`);
  for (let from = 0; from < rows; from += 1000) {
    const lines = Array.from({ length: Math.min(1000, rows - from) }, (_, at) =>
      valuesOf(word, from + at)
        .map((value) => (value.includes(',') ? `"${value}"` : value))
        .join(','),
    );
    if (!out.write(`${lines.join('\n')}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

export function writeXlsx(path: string, word: string, rows: number): void {
  const values = Array.from({ length: rows }, (_, n) => valuesOf(word, n));
  writeFileSync(path, workbook({ sheet: rowsOf([COLUMNS, ...values]) }));
}
