import { type ReactNode, useId } from 'react';
import { Checkbox } from './Checkbox.tsx';

type CheckFieldProps = Parameters<typeof Checkbox>[0] & { label: string; hint?: ReactNode };

/** A checkbox with a label; the whole line is clickable, on phones 44 px high. */
export function CheckField({ label, hint, ...rest }: CheckFieldProps) {
  const own = useId();
  const id = rest.id ?? own;
  return (
    <div>
      <label htmlFor={id} className="flex w-fit items-start gap-2 max-md:py-3">
        <span className="flex h-5 items-center">
          <Checkbox {...rest} id={id} aria-describedby={hint ? `${id}-hint` : undefined} />
        </span>
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="pl-6 text-xs text-muted max-md:-mt-2.5 max-md:pl-8">
          {hint}
        </p>
      )}
    </div>
  );
}
