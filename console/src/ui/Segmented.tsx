import { type KeyboardEvent, useId, useRef } from 'react';
import { cn } from './cn.ts';
import type { Option } from './Select.tsx';

type SegmentedProps<V extends string> = {
  label: string;
  options: readonly (Option & { value: V })[];
  value: V | null;
  /** `pressed`: with a mouse, a finger or a pen, not chosen by a key. */
  onChange: (value: V, pressed: boolean) => void;
  /** The keys 1 to 9 choose an option while the focus is here. */
  digits?: boolean;
  className?: string;
};

/** A choice between a few visible options: radio buttons in a row; arrow keys move between them. */
export function Segmented<V extends string>({
  label,
  options,
  value,
  onChange,
  digits = false,
  className,
}: SegmentedProps<V>) {
  const name = useId();
  const pressed = useRef(false);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    pressed.current = false;
    if (!digits || event.ctrlKey || event.metaKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
    const at = Number(event.key) - 1;
    const option = options[at];
    if (!option) return;
    event.preventDefault();
    onChange(option.value, false);
    event.currentTarget.querySelectorAll('input')[at]?.focus();
  }

  return (
    <div
      role="radiogroup"
      aria-label={label}
      onKeyDown={onKeyDown}
      onPointerDown={() => {
        pressed.current = true;
      }}
      className={cn('inline-flex rounded-ui border border-line-strong/60 bg-sunken p-0.5', className)}
    >
      {options.map((option, at) => (
        <label
          key={option.value}
          className={cn(
            'flex h-6.5 min-w-0 flex-auto cursor-pointer items-center justify-center gap-1 rounded-ui text-center text-sm md:whitespace-nowrap',
            'max-md:h-auto max-md:min-h-9.5 max-md:leading-tight',
            'has-focus-visible:outline-2 has-focus-visible:outline-primary-text',
            digits ? 'px-2' : 'px-3 max-md:px-2',
            option.value === value
              ? 'bg-surface font-medium text-ink ring-1 ring-line-strong/60'
              : 'text-muted',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value, pressed.current)}
            {...(digits && { 'aria-keyshortcuts': String(at + 1) })}
            className="sr-only"
          />
          <span>{option.label}</span>
          {digits && (
            <span aria-hidden className="text-xs text-muted max-md:hidden">
              {at + 1}
            </span>
          )}
        </label>
      ))}
    </div>
  );
}
