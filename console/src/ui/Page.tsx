import clsx from 'clsx';
import type { ReactNode } from 'react';

type PageProps = {
  /** A list: takes the height of the window, so that its table scrolls under a header that stays. */
  fill?: boolean;
  children: ReactNode;
};

/** The rhythm of a page: its parts under each other, evenly spaced. */
export function Page({ fill = false, children }: PageProps) {
  return (
    <div className={clsx('flex flex-col gap-3', fill ? 'md:h-full md:min-h-120' : 'mx-auto max-w-6xl')}>
      {children}
    </div>
  );
}
