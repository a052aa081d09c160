import { type ReactNode, useId } from 'react';
import { cn } from './cn.ts';

type PanelProps = {
  title?: string;
  actions?: ReactNode;
  /** The heading and the actions stay in view while the content scrolls under them. */
  sticky?: boolean;
  className?: string;
  children: ReactNode;
};

/** A framed section with its own heading. */
export function Panel({ title, actions, sticky = false, className, children }: PanelProps) {
  const heading = useId();
  return (
    <section
      {...(title && { 'aria-labelledby': heading })}
      className={cn('rounded-ui border bg-surface', className)}
    >
      {title && (
        <div
          className={cn(
            'flex min-h-10 items-center justify-between gap-4 border-b px-4 py-1',
            // At the edge of the page, whose padding is outside of the area that it sticks to.
            sticky && 'sticky -top-3 z-10 rounded-t-ui bg-surface md:-top-5',
          )}
        >
          <h2 id={heading} className="font-semibold">
            {title}
          </h2>
          {actions}
        </div>
      )}
      <div className="p-4">{children}</div>
    </section>
  );
}
