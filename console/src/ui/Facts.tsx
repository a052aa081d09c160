import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** `wide`: the value takes both columns; by default, a text that would wrap into many lines in one. */
export type Fact = { label: string; value: ReactNode; wide?: boolean };

/** In characters: about three lines of one column. */
const LONG = 60;

/** Labels and values in two columns; a missing value shows a dash. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:gap-x-6">
      {facts.map(({ label, value, wide = typeof value === 'string' && value.length > LONG }) => (
        <div key={label} className={cn('min-w-0', wide && 'col-span-2')}>
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="text-left break-words whitespace-pre-line" dir="auto">
            {value === null || value === undefined || value === '' ? '—' : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
