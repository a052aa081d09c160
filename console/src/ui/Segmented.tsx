import { useId } from 'react';
import { cn } from './cn.ts';
import type { Option } from './Select.tsx';

type SegmentedProps<V extends string> = {
  label: string;
  options: readonly (Option & { value: V })[];
  value: V | null;
  onChange: (value: V) => void;
  className?: string;
};

/** A choice between a few visible options: radio buttons in a row; arrow keys move between them. */
export function Segmented<V extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentedProps<V>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cn('inline-flex rounded-ui border border-line-strong/60 bg-sunken p-0.5', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cn(
            'flex h-6.5 flex-1 cursor-pointer items-center justify-center rounded-ui px-3 text-sm whitespace-nowrap max-md:h-9',
            'has-focus-visible:outline-2 has-focus-visible:outline-primary-text',
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
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
