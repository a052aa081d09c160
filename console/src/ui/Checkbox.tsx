import { type InputHTMLAttributes, type Ref, useEffect, useRef } from 'react';
import { cn } from './cn.ts';

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  /** Some, but not all, of the items that it controls are checked. */
  indeterminate?: boolean;
  ref?: Ref<HTMLInputElement>;
};

export function Checkbox({ indeterminate = false, className, ref, ...rest }: CheckboxProps) {
  const own = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (own.current) own.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <input
      {...rest}
      type="checkbox"
      ref={(element) => {
        own.current = element;
        if (typeof ref === 'function') ref(element);
        else if (ref) ref.current = element;
      }}
      className={cn('size-4 shrink-0 align-middle disabled:cursor-not-allowed max-md:size-6', className)}
    />
  );
}
