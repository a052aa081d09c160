import type { ReactNode } from 'react';
import { cn } from './cn.ts';

type CodeBlockProps = {
  /** The name of the block for a screen reader. */
  label: string;
  /** For the text: its size, or that long lines break. */
  className?: string;
  children: ReactNode;
};

/** Code or a message as sent, in a box that scrolls, also by keyboard. */
export function CodeBlock({ label, className, children }: CodeBlockProps) {
  return (
    // A group and no region: a page shows many of them, and their names repeat those of its panels.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable text must be reachable by keyboard
      tabIndex={0}
      className="max-h-72 w-full overflow-auto rounded-ui border bg-sunken px-3 py-2"
    >
      <pre className={cn('font-mono text-sm', className)}>{children}</pre>
    </div>
  );
}
