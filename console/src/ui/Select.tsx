import { ChevronDown } from 'lucide-react';
import type { Ref, SelectHTMLAttributes } from 'react';
import { cn } from './cn.ts';
import { controlHeight, controlLook } from './controlLook.ts';

export type Option = { value: string; label: string; disabled?: boolean };

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  options: readonly Option[];
  ref?: Ref<HTMLSelectElement>;
};

/** The browser's native select: type-ahead, arrow keys, screen readers and phones work with it. */
export function Select({ options, className, children, ...rest }: SelectProps) {
  return (
    <span className={cn('relative inline-flex min-w-0', className)}>
      <select {...rest} className={cn(controlLook, controlHeight, 'appearance-none truncate pr-7')}>
        {children}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-2 right-2 size-4 text-muted max-md:top-3.5"
      />
    </span>
  );
}
