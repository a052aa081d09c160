import clsx from 'clsx';
import type { ReactNode } from 'react';

type PageProps = {
  /** For lists: takes the window's height, so that the table scrolls below a fixed header. */
  fill?: boolean;
  /** A part of it follows. */
  busy?: boolean;
  children: ReactNode;
};

/** The layout of a page: its parts stacked with even spacing. */
export function Page({ fill = false, busy = false, children }: PageProps) {
  return (
    <div
      aria-busy={busy || undefined}
      className={clsx('flex flex-col gap-3', fill ? 'md:h-full md:min-h-120' : 'mx-auto max-w-6xl')}
    >
      {children}
    </div>
  );
}
