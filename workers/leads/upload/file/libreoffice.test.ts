import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSheet } from '../../../test/read.ts';

/** Debian's package is libreoffice-calc-nogui; without it, files of this other program are not tried. */
function found(): boolean {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
const without = !found();
if (without) console.info('LibreOffice is not installed: its files are not tried');

const rows = [
  ['ID', 'Date', 'Customer', 'Phone', 'Amount', 'Comment'],
  ['LO-1', '2025-03-01', 'José Ñandú', '+91 98765 43210', '499.5', 'one\ntwo'],
  ['LO-2', '2024-02-29', 'रवि कुमार', '+91 98765 43211', '1000', ''],
];

test.skipIf(without).each(['xlsx', 'xls'])(
  'a sheet that LibreOffice saved as .%s reads as it was written',
  async (kind) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'crm-office-'));
    try {
      const csv = rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n');
      writeFileSync(path.join(folder, 'leads.csv'), `${csv.replaceAll(/"([\d.-]+)"/g, '$1')}\r\n`);
      const profile = `-env:UserInstallation=file://${folder}/profile`;
      // Comma, quote, UTF-8, from the first line.
      const args = [
        profile,
        '--headless',
        '--infilter=CSV:44,34,76,1',
        '--convert-to',
        kind,
        '--outdir',
        folder,
      ];
      execFileSync('soffice', [...args, path.join(folder, 'leads.csv')], { stdio: 'ignore' });
      const { format, cells } = await readSheet(readFileSync(path.join(folder, `leads.${kind}`)));
      expect(format).toBe(kind);
      expect(cells).toEqual(
        rows.map((row, at) => [at + 1, ...row.slice(0, row.at(-1) === '' ? -1 : undefined)]),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
