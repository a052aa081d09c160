import { uploadColumns } from '@crm/contracts/leads/upload-columns.ts';
import { anyText } from '@crm/contracts/test/any-text.ts';
import { OfferId } from '@crm/events/ids.ts';
import { isStorable, isStorableJson } from '@crm/events/language/text.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Row, type Sheet, SheetWrong } from '../file/sheet.ts';
import { newTally, noteProblem } from '../tally.ts';
import { type CheckedRow, type Checking, check } from './check.ts';

const offer = { id: OfferId.parse('7d0f5a10-0000-4000-8000-000000000000'), name: 'Tea', price: 900 };
const checking: Checking = {
  mapping: { More: 'Additional field' },
  remembered: {},
  rules: {
    offer: { ...offer, currency: 'EUR' },
    useOfferPrice: false,
    dateOrder: 'month-first',
    now: Date.UTC(2025, 5, 1),
    timeZone: 'UTC',
  },
  after: 0,
};

/** Checks rows below a header, numbered from 2. */
const checked = (names: string[], rows: string[][]) =>
  checkedRows([names, ...rows].map((cells, at) => ({ row: at + 1, cells, wrong: [], signs: [] })));

async function checkedRows(numbered: Row[]): Promise<CheckedRow[]> {
  const sheet: Sheet = {
    format: 'csv',
    details: '',
    rows: (async function* () {
      yield numbered;
    })(),
  };
  const found: CheckedRow[] = [];
  for await (const part of check(sheet, checking)) if (part.kind === 'rows') found.push(...part.rows);
  return found;
}

const guide = uploadColumns.map(({ name }) => name);
const NAMES = [...guide, 'More'];
const right: Record<string, string> = { Customer: 'Meera', Phone: '+91 98765 43210', Amount: '499.50' };
const rightRow = NAMES.map((name) => right[name] ?? '');

test('turns any row into a storable lead or an error of that row', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(NAMES.length - 1), anyText), { maxLength: 3 }), async (odd) => {
      const row = rightRow.with(0, 'ORD-2');
      for (const [column, text] of odd) row[column] = text;
      const all = await checked(NAMES, [rightRow.with(0, 'ORD-1'), row, rightRow.with(0, 'ORD-3')]);
      expect(all.map(({ row }) => row)).toEqual([2, 3, 4]);
      expect([all[0]?.kind, all[2]?.kind]).toEqual(['lead', expect.stringMatching(/lead|wrong/)]);
      for (const each of all) {
        if (each.kind === 'lead') expect(isStorableJson(JSON.stringify(each.lead))).toBe(true);
        else expect(isStorable(noteProblem(newTally(), each, each.errors).message)).toBe(true);
      }
      if (!row.every(isStorable)) expect(all[1]?.kind).toBe('wrong');
    }),
    {
      numRuns: 300,
      examples: [[[[NAMES.length - 1, `${'x'.repeat(199)}😀`]]], [[[NAMES.length - 1, 'a\ud83d']]]],
    },
  ));

test('accepts any header or refuses the file with a storable message', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyText, { maxLength: 3 }), async (more) => {
      const names = [...guide, ...more];
      try {
        await checked(names, [rightRow.slice(0, -1)]);
        expect(names.every(isStorable)).toBe(true);
      } catch (error) {
        if (!(error instanceof SheetWrong)) throw error;
        expect(isStorable(error.message)).toBe(true);
        expect(error.message.length).toBeLessThanOrEqual(500);
      }
    }),
    { numRuns: 300 },
  ));

test('refuses column names that exceed the size limit of an event', async () => {
  const names = Array.from({ length: 190 }, (_, at) => `${at} ${'न'.repeat(150)}`);
  await expect(checked([...names, ...guide], [[]])).rejects.toThrow('too long together');
});

test('shows the currency of a number format in the amount of a wrong row, and in no other cell', async () => {
  const [row] = await checkedRows([
    { row: 1, cells: ['Customer', 'Phone', 'Amount', 'Comment'], wrong: [], signs: [] },
    {
      row: 2,
      cells: ['Meera', '1', '49.9', '7'],
      wrong: [],
      signs: [
        { column: 2, sign: '$' },
        { column: 3, sign: '$' },
      ],
    },
  ]);
  expect(row).toMatchObject({ kind: 'wrong', cells: ['Meera', '1', '$49.9', '7'] });
});

test('reports a bug triggered by one row as an error of that row', async () => {
  const header = { row: 1, cells: NAMES, wrong: [], signs: [] };
  const good = { row: 2, cells: rightRow, wrong: [], signs: [] };
  const buggy: Row = {
    row: 3,
    cells: rightRow,
    signs: [],
    get wrong(): Row['wrong'] {
      throw new RangeError('of an index');
    },
  };
  const [first, second, third] = await checkedRows([
    header,
    good,
    buggy,
    { row: 4, cells: rightRow.with(0, 'ORD-4'), wrong: [], signs: [] },
  ]);
  expect([first?.kind, third?.kind]).toEqual(['lead', 'lead']);
  expect(second).toMatchObject({
    row: 3,
    kind: 'wrong',
    errors: ['The row could not be checked because of an error in the program: RangeError: of an index'],
  });
});
