import type { InputHTMLAttributes, Ref } from 'react';
import { cn } from './cn.ts';
import { controlHeight, controlLook } from './controlLook.ts';

type InputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

export function Input({ className, ...rest }: InputProps) {
  const number = rest.type === 'number' || rest.inputMode === 'decimal' || rest.inputMode === 'numeric';
  return (
    <input
      {...rest}
      className={cn(
        controlLook,
        controlHeight,
        number && 'text-right tabular-nums [&::-webkit-inner-spin-button]:appearance-none',
        className,
      )}
    />
  );
}
