import type { Ref, TextareaHTMLAttributes } from 'react';
import { cn } from './cn.ts';
import { controlLook } from './controlLook.ts';

type TextareaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

export function Textarea({ className, rows = 3, ...rest }: TextareaProps) {
  return <textarea {...rest} rows={rows} className={cn(controlLook, 'py-1.5', className)} />;
}
