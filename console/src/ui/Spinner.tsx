import clsx from 'clsx';
import { LoaderCircle } from 'lucide-react';

export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden className={clsx('size-4 shrink-0 animate-spin', className)} />;
}
