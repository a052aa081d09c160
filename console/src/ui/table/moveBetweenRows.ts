import type { KeyboardEvent } from 'react';

/** Arrow up and down move the focus to the same control in the previous or next row. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const isDown = event.key === 'ArrowDown';
  if (!isDown && event.key !== 'ArrowUp') return;
  const from = event.target;
  if (!(from instanceof HTMLElement) || from.matches('input:not([type=checkbox]), textarea, select')) return;
  const cell = from.closest('td');
  const row = cell?.closest('tr');
  const next = isDown ? row?.nextElementSibling : row?.previousElementSibling;
  if (!cell || !(next instanceof HTMLTableRowElement)) return;
  const target = next.cells[cell.cellIndex]?.querySelector<HTMLElement>('a, button, input');
  if (!target) return;
  event.preventDefault();
  target.focus();
}
