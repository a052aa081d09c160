import clsx from 'clsx';
import type { ReactNode } from 'react';
import { type Tone, toneLook } from './tone.ts';

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap',
        toneLook[tone],
      )}
    >
      {children}
    </span>
  );
}
