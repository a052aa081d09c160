import clsx from 'clsx';
import type { Ref, TextareaHTMLAttributes } from 'react';
import { controlLook } from './controlLook.ts';

type TextareaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

export function Textarea({ className, rows = 3, ...rest }: TextareaProps) {
  return <textarea {...rest} rows={rows} className={clsx(controlLook, 'py-1.5', className)} />;
}
