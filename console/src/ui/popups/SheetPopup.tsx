import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from '../cn.ts';
import { Scrim } from '../Scrim.tsx';
import { useFocusBack } from '../useFocusBack.ts';

export type SheetProps = {
  open: boolean;
  onClose: () => void;
  /** For screen readers; the children draw the visible heading. */
  title: string;
  side: 'left' | 'right';
  children: ReactNode;
};

/** Sheet's content: loads when the first one opens. */
export function SheetPopup({ open, onClose, title, side, children }: SheetProps) {
  const focusBack = useFocusBack(open);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={focusBack}
          className={cn(
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
