import { cloneElement, type ReactElement, type ReactNode, useId } from 'react';
import { cn } from './cn.ts';

type Wired = {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
  'aria-required'?: boolean;
};

type FieldProps = {
  label: string;
  required?: boolean;
  error?: string | undefined;
  hint?: ReactNode;
  className?: string;
  /** One control; Field sets its id and aria attributes. */
  children: ReactElement<Wired>;
};

/** A label, a control, and its error text. */
export function Field({ label, required = false, error, hint, className, children }: FieldProps) {
  const own = useId();
  const id = children.props.id ?? own;
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={cn('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {required && (
          <span aria-hidden className="text-bad">
            {' *'}
          </span>
        )}
      </label>
      {cloneElement(children, {
        id,
        'aria-invalid': Boolean(error),
        'aria-required': required,
        ...(notes && { 'aria-describedby': notes }),
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
