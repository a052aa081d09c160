import { expect, test } from 'vitest';
import { pageWindow } from './pageWindow.ts';

const shown = (page: number, total: number) =>
  pageWindow(page, total)
    .map((slot) => (slot.kind === 'gap' ? '…' : slot.page))
    .join(' ');

test.each([
  [1, 1, '1'],
  [1, 9, '1 2 3 … 9'],
  [4, 9, '1 2 3 4 5 6 … 9'],
  [5, 9, '1 2 3 4 5 6 7 8 9'],
  [6, 20, '1 … 4 5 6 7 8 … 20'],
  [20, 20, '1 … 18 19 20'],
  [7, 3, '1 2 3'],
])('shows the page numbers for page %i of %i', (page, total, text) => {
  expect(shown(page, total)).toBe(text);
});
