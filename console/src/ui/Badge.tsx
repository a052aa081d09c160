import { cva } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { type Tone, toneLook } from './tone.ts';

const badgeVariants = cva(
  'inline-flex h-5 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap',
  { variants: { tone: toneLook }, defaultVariants: { tone: 'neutral' } },
);

export function Badge({ tone, children }: { tone?: Tone; children: ReactNode }) {
  return <span className={badgeVariants({ tone })}>{children}</span>;
}
