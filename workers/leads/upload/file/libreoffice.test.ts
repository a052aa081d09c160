import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSheet } from '../../../test/read.ts';

/** See workers/test/libreoffice/README.md. */
const rowsOf = (kind: string) => [
  [1, 'ID', 'Date', 'Customer', 'Phone', 'Amount', 'Comment'],
  [2, `LO-${kind}-1`, '2025-03-01', 'José Ñandú', '+91 98765 43210', '499.5', 'one\ntwo, "three"'],
  [3, `LO-${kind}-2`, '2024-02-29', 'रवि कुमार', '+91 98765 43211', '1000'],
  [4, `LO-${kind}-3`, '2024-12-31', "O'Brien; Smith", '+91 98765 43212', '19.99', 'last'],
];

test.each(['csv', 'xlsx', 'xls'])(
  'reads the values of a sheet that LibreOffice saved as .%s',
  async (kind) => {
    const file = new URL(`../../../test/libreoffice/leads.${kind}`, import.meta.url);
    expect(await readSheet(readFileSync(file))).toMatchObject({ format: kind, cells: rowsOf(kind) });
  },
);
