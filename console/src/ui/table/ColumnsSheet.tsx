import clsx from 'clsx';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../Button.tsx';
import { IconButton } from '../IconButton.tsx';
import { Input } from '../Input.tsx';
import { Sheet } from '../Sheet.tsx';
import { uiTexts } from '../texts.ts';
import {
  type Arranged,
  type Arrangement,
  arrangementOf,
  changed,
  moved,
  NARROWEST,
  WIDEST,
  within,
} from './arrangement.ts';
import type { Column } from './columns.ts';

type ColumnsSheetProps = {
  columns: readonly Pick<Column<never>, 'id' | 'header' | 'width'>[];
  arrangement: Arrangement;
  onChange: (arrangement: Arranged[]) => void;
  /** Resets the columns to the given ones; null while nothing has changed. */
  onReset: (() => void) | null;
  onClose: () => void;
};

/** Edits which columns are shown, their order and width. The table applies each change at once. */
export function ColumnsSheet({ columns, arrangement, onChange, onReset, onClose }: ColumnsSheetProps) {
  const arranged = arrangementOf(columns, arrangement);
  const [announcement, setAnnouncement] = useState('');
  const moving = useRef<Element | null>(null);
  // A moved row may be removed from the DOM and inserted elsewhere, which loses the focus: restore it.
  useEffect(() => {
    const control = moving.current;
    if (!(control instanceof HTMLElement)) return;
    moving.current = null;
    const other = control.closest('li')?.querySelector<HTMLElement>('[data-move]:enabled');
    (control.matches(':disabled') ? other : control)?.focus();
  });

  function move(id: string, step: 1 | -1, header: string) {
    const at = arranged.findIndex((one) => one.id === id);
    const to = at + step;
    if (at < 1 || to < 1 || to >= arranged.length) return;
    moving.current = document.activeElement;
    onChange(moved(arranged, id, arranged[step === 1 ? to + 1 : to]?.id ?? null));
    setAnnouncement(uiTexts.columns.moved(header, to + 1, arranged.length));
  }

  return (
    <Sheet open onClose={onClose} title={uiTexts.columns.title} side="right">
      <h2 className="border-b py-2.5 pl-4 text-lg font-semibold">{uiTexts.columns.title}</h2>
      {/* Above the boxes. Hidden from screen readers, to which each box says what it is. */}
      <p aria-hidden className="w-80 max-w-full pt-2 pr-20 text-right text-xs text-muted">
        {uiTexts.columns.widths}
      </p>
      <ul className="flex min-h-0 w-80 max-w-full flex-1 flex-col overflow-y-auto px-2 pb-2">
        {arranged.map((one, at) => {
          const column = columns.find(({ id }) => id === one.id);
          return (
            column && (
              <ColumnLine
                key={one.id}
                arranged={one}
                header={column.header}
                own={column.width}
                first={at === 0}
                ends={{ up: at <= 1, down: at === 0 || at === arranged.length - 1 }}
                onMove={(step) => move(one.id, step, column.header)}
                onChange={(change) => onChange(changed(arranged, one.id, change))}
              />
            )
          );
        })}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="flex items-center justify-between gap-2 border-t p-3">
        <span className="text-xs text-muted max-md:invisible">{uiTexts.columns.moveHint}</span>
        <Button disabled={onReset === null} onClick={() => onReset?.()}>
          {uiTexts.columns.reset}
        </Button>
      </div>
      {/* Last in the DOM, so that the focus starts in the content and not on Close. */}
      <IconButton
        icon={X}
        label={uiTexts.close}
        keys="Esc"
        onClick={onClose}
        className="absolute top-2 right-2"
      />
    </Sheet>
  );
}

type ColumnLineProps = {
  arranged: Arranged;
  header: string;
  /** The column's default width in rem. */
  own: number;
  /** The first column names the row: always shown, always first. */
  first: boolean;
  /** Which moves are impossible. */
  ends: { up: boolean; down: boolean };
  onMove: (step: 1 | -1) => void;
  onChange: (change: Partial<Arranged>) => void;
};

function ColumnLine({ arranged, header, own, first, ends, onMove, onChange }: ColumnLineProps) {
  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowDown' ? 1 : -1);
  }
  return (
    <li onKeyDown={onKeyDown} className="flex items-center gap-1 px-2 py-0.5">
      <label className="flex min-w-0 flex-1 items-center gap-2">
        <input
          type="checkbox"
          checked={arranged.shown}
          // Not disabled: the focus starts here; in a number field, it would open the keyboard of a phone.
          aria-disabled={first}
          onChange={(event) => !first && onChange({ shown: event.target.checked })}
          className="size-4 shrink-0 aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
        />
        <span className="truncate">{header}</span>
      </label>
      <WidthInput
        label={uiTexts.columns.width(header)}
        width={arranged.width}
        own={own}
        onChange={(width) => onChange({ width })}
      />
      <span className={clsx('flex', first && 'invisible')}>
        <IconButton
          icon={ArrowUp}
          data-move
          label={uiTexts.columns.moveUp(header)}
          disabled={ends.up}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          data-move
          label={uiTexts.columns.moveDown(header)}
          disabled={ends.down}
          onClick={() => onMove(1)}
        />
      </span>
    </li>
  );
}

type WidthInputProps = {
  label: string;
  width: number | null;
  own: number;
  onChange: (width: number | null) => void;
};

/** Empty means the default width, shown as a placeholder. */
function WidthInput({ label, width, own, onChange }: WidthInputProps) {
  const [text, setText] = useState(() => textOf(width));
  useEffect(() => {
    setText((typed) => (widthOf(typed) === width ? typed : textOf(width)));
  }, [width]);
  return (
    <Input
      type="number"
      aria-label={label}
      min={NARROWEST}
      max={WIDEST}
      step={0.5}
      placeholder={String(own)}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onChange(widthOf(event.target.value));
      }}
      className="w-16"
    />
  );
}

const textOf = (width: number | null) => (width === null ? '' : String(width));
/** Parses a typed width; null if it is not a positive number. */
const widthOf = (text: string) => (Number(text) > 0 ? within(Number(text)) : null);
