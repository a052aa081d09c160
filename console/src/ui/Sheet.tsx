import clsx from 'clsx';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

type SheetProps = {
  open: boolean;
  onClose: () => void;
  /** For screen readers; the children draw the visible heading. */
  title: string;
  side: 'left' | 'right';
  children: ReactNode;
};

/** A panel that slides in from the side: the sidebar on phones, details beside a list. */
export function Sheet({ open, onClose, title, side, children }: SheetProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          className={clsx(
            'fixed inset-y-0 z-40 flex max-w-[85vw] flex-col bg-raised shadow-pop',
            side === 'left' ? 'left-0' : 'right-0',
          )}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
