import { type ReactNode, useId } from 'react';
import { Checkbox } from './Checkbox.tsx';

type CheckFieldProps = Parameters<typeof Checkbox>[0] & { label: string; hint?: ReactNode };

/** A checkbox with a label; the whole line is clickable. */
export function CheckField({ label, hint, ...rest }: CheckFieldProps) {
  const own = useId();
  const id = rest.id ?? own;
  return (
    <div className="flex items-start gap-2">
      <span className="flex h-5 items-center">
        <Checkbox {...rest} id={id} aria-describedby={hint ? `${id}-hint` : undefined} />
      </span>
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
